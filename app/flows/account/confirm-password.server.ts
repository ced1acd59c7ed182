import { verifyPassword } from '#app/domain/identity/password.server.ts'
import { isHashablePassword } from '#app/domain/identity/password-rules.ts'
import type { RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ConfirmPasswordDeps = Pick<Repositories, 'identity' | 'writeBatch'>

export type PasswordRefusal = { code: 'wrong_password' } | { code: 'rate_limited'; retryAt: Instant }

/**
 * Checks a customer's password before an act that cannot be undone. Gives the matched hash, which the write compares
 * again. Attempts count by account id, apart from sign-in (S28).
 */
export async function confirmPassword(
	deps: ConfirmPasswordDeps,
	input: {
		actor: Actor
		email: string
		password: string
		/** The account's id in the rate limits. */
		accountSubject: string
	},
): Promise<Outcome<{ passwordHash: string }, PasswordRefusal>> {
	const { actor, email, password, accountSubject } = input
	const now = actor.at
	const rateLimit: RateLimit = { kind: 'sign-in-account', subject: accountSubject }
	const [account, { recorded }] = await Promise.all([
		deps.identity.accounts.accountByEmail(email),
		deps.writeBatch({ recorded: deps.identity.rateLimits.recordAttempt(rateLimit, now) }),
	])
	if (!isWithinLimit(recorded))
		return refused({ code: 'rate_limited', retryAt: await deps.identity.rateLimits.retryAt(rateLimit, now) })
	const isCorrect =
		account !== null &&
		isHashablePassword(password) &&
		(await verifyPassword(password, account.passwordHash)).isCorrect
	if (isCorrect) return accepted({ passwordHash: account.passwordHash })
	await deps.writeBatch([deps.identity.accountEvents.countWrongPassword({ actor })])
	return refused({ code: 'wrong_password' })
}
