import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Database } from '#db/client.server.ts'
import type { AccountRepository } from './account-repository.server.ts'
import type { AuthRefusal } from './auth-refusal.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import type { GuessRepository } from './guess-repository.server.ts'
import { hashPassword } from './password.server.ts'
import { hashSecretToken } from './secret-token.server.ts'

export type ResetPasswordDeps = {
	accounts: Pick<AccountRepository, 'ownerOfToken' | 'replacePasswordByToken'>
	guesses: Pick<GuessRepository, 'forgetTries'>
	writeBatch: Database['writeBatch']
}

/**
 * Sets a new password by a mailed link, once: of many posts with one link, one succeeds. Every session of the account
 * ends, and tries against the old password are forgotten. Refuses 'link_not_valid', and 'common_password' without using
 * the link up.
 */
export async function resetPassword(
	{ accounts, guesses, writeBatch }: ResetPasswordDeps,
	input: {
		token: string
		password: string
		/** Stands for an e-mail in the counters. */
		accountSubjectOf: (email: string) => string
		now: Instant
	},
): Promise<Outcome<null, AuthRefusal | { code: 'common_password' }>> {
	const { token, password, now } = input
	const tokenHash = hashSecretToken(token)
	const owner = await accounts.ownerOfToken(tokenHash, 'reset', now)
	if (!owner) return refused({ code: 'link_not_valid' })
	if (isCommonPassword(password, owner.email)) return refused({ code: 'common_password' })

	const passwordHash = await hashPassword(password)
	const [changed] = await writeBatch([
		...accounts.replacePasswordByToken(tokenHash, passwordHash, now),
		guesses.forgetTries({ kind: 'sign-in-account', subject: input.accountSubjectOf(owner.email) }),
	])
	return changed?.rowsAffected === 1 ? accepted(null) : refused({ code: 'link_not_valid' })
}
