import type { RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { verificationMail } from './link-mail.server.ts'

/**
 * Queues another mail that proves the address of a signed-in customer; the older link ends. False when the rate limit
 * is reached: then the newest mail that was sent counts.
 */
export async function sendVerification(
	deps: Pick<Repositories, 'identity' | 'messaging' | 'writeBatch'>,
	input: {
		user: { id: string; email: string }
		accountSubject: string
		linkKey: string
		now: Instant
	},
): Promise<boolean> {
	const { user, accountSubject, linkKey, now } = input
	const rateLimit: RateLimit = { kind: 'reset-account', subject: accountSubject }
	const { recorded } = await deps.writeBatch({
		recorded: deps.identity.rateLimits.recordAttempt(rateLimit, now),
	})
	if (!isWithinLimit(recorded)) return false
	await deps.writeBatch(verificationMail(deps, { userId: user.id, email: user.email, linkKey, now }))
	return true
}
