import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Mails the links of what is booked ahead with an address to that address; the answer is equal for every address (W29). Above
 * three an hour to one address nothing is sent. Refuses 'rate_limited' by network.
 */
export async function sendBookingLinks(
	deps: Pick<Repositories, 'outbox' | 'rateLimits' | 'writeBatch'>,
	{
		email,
		addressSubject,
		networkKey,
		now,
	}: { email: string; addressSubject: string; networkKey: string | null; now: Instant },
): Promise<Outcome<null, AuthRefusal>> {
	const ofNetwork = networkLimits('links-network', networkKey)
	const { forAddress, forNetwork } = await deps.writeBatch({
		forAddress: deps.rateLimits.recordAttempt({ kind: 'links-address', subject: addressSubject }, now),
		forNetwork: deps.rateLimits.recordAttempts(ofNetwork, now),
	})
	if (ofNetwork.length > 0 && !isWithinLimit(forNetwork, ofNetwork))
		return refused({ code: 'rate_limited', retryAt: await deps.rateLimits.retryAt(ofNetwork, now) })
	// Where nothing is sent there is a write too, so that the time of the answer tells nothing.
	await deps.writeBatch(
		isWithinLimit(forAddress)
			? deps.outbox.insertLinksMessage({ email, now })
			: [deps.rateLimits.purgeRateLimitsExpiredAt(now)],
	)
	return accepted(null)
}
