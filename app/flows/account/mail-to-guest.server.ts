import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RateLimitKind } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type MailToGuestDeps = Pick<Repositories, 'messaging' | 'identity' | 'writeBatch'>

export type TypedAddress = { email: string; addressSubject: string; networkKey: string | null; now: Instant }

/**
 * Mails an address about its guest bookings, at most thrice an hour. The answer is equal for every address (W29).
 * Refuses 'rate_limited' by network.
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
	// Without a mail there is still a write: the answer takes as long.
	await writeBatch(isWithinLimit(forAddress) ? message : [rateLimits.purgeRateLimitsExpiredAt(now)])
	return accepted(null)
}

/** Mails an address the links of its upcoming bookings. */
export function sendBookingLinks(
	deps: MailToGuestDeps,
	input: TypedAddress,
): Promise<Outcome<null, AuthRefusal>> {
	return mailToGuest(deps, input, {
		limits: { address: 'links-address', network: 'links-network' },
		message: deps.messaging.outbox.insertMessageToGuest('booking_links', input),
	})
}
