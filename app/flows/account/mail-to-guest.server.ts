import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RateLimitKind } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type MailToGuestDeps = Pick<Repositories, 'messaging' | 'identity' | 'writeBatch'>

/** A typed address, and the network that it came from. */
export type TypedAddress = { email: string; addressSubject: string; networkKey: string | null; now: Instant }

/**
 * Mails something about what guests booked with an address to that address; the answer is equal for every address
 * (W29). Above three an hour to one mailbox nothing is sent. Refuses 'rate_limited' by network.
 */
export async function mailToGuest(
	{ identity: { rateLimits }, writeBatch }: MailToGuestDeps,
	{ addressSubject, networkKey, now }: TypedAddress,
	{ limits, message }: { limits: { address: RateLimitKind; network: RateLimitKind }; message: Statement[] },
): Promise<Outcome<null, AuthRefusal>> {
	const ofNetwork = networkLimits(limits.network, networkKey)
	const { forAddress, forNetwork } = await writeBatch({
		forAddress: rateLimits.recordAttempt({ kind: limits.address, subject: addressSubject }, now),
		forNetwork: rateLimits.recordAttempts(ofNetwork, now),
	})
	if (ofNetwork.length > 0 && !isWithinLimit(forNetwork, ofNetwork))
		return refused({ code: 'rate_limited', retryAt: await rateLimits.retryAt(ofNetwork, now) })
	// Where nothing is sent there is a write too, so that the time of the answer tells nothing.
	await writeBatch(isWithinLimit(forAddress) ? message : [rateLimits.purgeRateLimitsExpiredAt(now)])
	return accepted(null)
}
