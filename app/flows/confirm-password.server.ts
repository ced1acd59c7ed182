import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { type Guess, type GuessRepository, wasCounted } from '#app/domain/identity/guess-repository.server.ts'
import { verifyPassword } from '#app/domain/identity/password.server.ts'
import { isHashablePassword } from '#app/domain/identity/password-rules.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

export type ConfirmPasswordDeps = {
	accounts: Pick<AccountRepository, 'accountByEmail'>
	guesses: Pick<GuessRepository, 'countTry' | 'retryAt'>
	writeBatch: WriteBatch
}

export type PasswordRefusal = { code: 'wrong_password' } | { code: 'too_many_tries'; retryAt: Instant }

/**
 * Whether somebody with an open session also knows the password, before what cannot be taken back: the hash that it
 * fits, which the write compares again. Tries are counted with those of signing in, and a right one is not forgotten:
 * so one account can ask only a few times whether an address is used.
 */
export async function confirmPassword(
	deps: ConfirmPasswordDeps,
	{
		email,
		password,
		accountSubject,
		now,
	}: { email: string; password: string; accountSubject: string; now: Instant },
): Promise<Outcome<{ passwordHash: string }, PasswordRefusal>> {
	const guess: Guess = { kind: 'sign-in-account', subject: accountSubject }
	const [account, [counted]] = await Promise.all([
		deps.accounts.accountByEmail(email),
		deps.writeBatch([deps.guesses.countTry(guess, now)]),
	])
	if (!wasCounted(counted))
		return refused({ code: 'too_many_tries', retryAt: await deps.guesses.retryAt(guess, now) })
	if (!account || !isHashablePassword(password)) return refused({ code: 'wrong_password' })
	const { isCorrect } = await verifyPassword(password, account.passwordHash)
	return isCorrect ? accepted({ passwordHash: account.passwordHash }) : refused({ code: 'wrong_password' })
}
