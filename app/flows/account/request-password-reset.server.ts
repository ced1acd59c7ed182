import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { resetMail } from './link-mail.server.ts'

/**
 * Queues a mail with a link that sets a new password, if the address has an account; the answer is equal for every
 * address (W29). Above a few mails an hour to one address nothing is sent, so that a stranger cannot fill another
 * person's inbox. Refuses 'rate_limited' by network.
 */
export async function requestPasswordReset(
	deps: Pick<Repositories, 'identity' | 'messaging' | 'writeBatch'>,
	input: {
		email: string
		formerEmail?: string
		accountSubject: string
		networkKey: string | null
		linkKey: string
		now: Instant
	},
): Promise<Outcome<null, AuthRefusal>> {
	const { email, formerEmail, accountSubject, networkKey, linkKey, now } = input
	const ofNetwork = networkLimits('reset-network', networkKey)
	const [account, { forAccount, forNetwork }] = await Promise.all([
		deps.identity.accounts.accountByEmail(email, formerEmail),
		deps.writeBatch({
			forAccount: deps.identity.rateLimits.recordAttempt(
				{ kind: 'reset-account', subject: accountSubject },
				now,
			),
			forNetwork: deps.identity.rateLimits.recordAttempts(ofNetwork, now),
		}),
	])
	if (ofNetwork.length > 0 && !isWithinLimit(forNetwork, ofNetwork))
		return refused({ code: 'rate_limited', retryAt: await deps.identity.rateLimits.retryAt(ofNetwork, now) })
	// Without an account there is a write too, so that the time of the answer tells nothing.
	await deps.writeBatch(
		account && isWithinLimit(forAccount)
			? resetMail(deps, { userId: account.id, email: account.email, linkKey, now })
			: [deps.identity.rateLimits.purgeRateLimitsExpiredAt(now)],
	)
	return accepted(null)
}
