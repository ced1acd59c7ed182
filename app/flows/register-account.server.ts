import { isUsedEmail } from '#app/domain/identity/account-error.server.ts'
import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { type GuessRepository, wasCounted } from '#app/domain/identity/guess-repository.server.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type SendLinkDeps, verificationMail } from './link-mail.server.ts'

export type RegisterAccountDeps = SendLinkDeps & {
	accounts: Pick<AccountRepository, 'accountByEmail' | 'insertAccount'>
	guesses: Pick<GuessRepository, 'countTry' | 'retryAt'>
}

export type RegisterAccountInput = {
	/** Already checked by `registerFormSchema`. */
	account: { firstName: string; lastName: string; email: string; password: string }
	networkKey: string | null
	/** Makes the token of the mailed link. */
	linkKey: string
	now: Instant
}

/**
 * Makes an account with its profile (role always client) and queues a mail with a link that verifies its address. For an
 * address that has an account already nothing changes, and a mail says so, once an hour: the answer is the same, after
 * the same work, so that nobody learns who has one (issue 4). Refuses 'too_many_tries' from one network.
 */
export async function registerAccount(
	deps: RegisterAccountDeps,
	{ account, networkKey, linkKey, now }: RegisterAccountInput,
): Promise<Outcome<null, AuthRefusal>> {
	const guess = networkKey === null ? null : ({ kind: 'register-network', subject: networkKey } as const)
	const [existing, [counted]] = await Promise.all([
		deps.accounts.accountByEmail(account.email),
		guess === null ? [] : deps.writeBatch([deps.guesses.countTry(guess, now)]),
	])
	if (guess !== null && !wasCounted(counted))
		return refused({ code: 'too_many_tries', retryAt: await deps.guesses.retryAt(guess, now) })

	const passwordHash = await hashPassword(account.password)
	const tellOwner = () =>
		deps.writeBatch([
			deps.accountMails.insertAccountMail({
				id: newId(),
				kind: 'account_exists',
				dedupeKey: `account_exists:${account.email}:${Math.floor(now / HOUR_MS)}`,
				recipientEmail: account.email,
				payload: {},
				now,
			}),
		])
	if (existing) {
		await tellOwner()
		return accepted(null)
	}
	const userId = newId()
	try {
		await deps.writeBatch([
			...deps.accounts.insertAccount({ ...account, userId, passwordHash, now }),
			...verificationMail(deps, { userId, email: account.email, linkKey, now }),
		])
	} catch (error) {
		// Two posts at once, or the second of a post whose answer was lost.
		if (!isUsedEmail(error)) throw error
		await tellOwner()
	}
	return accepted(null)
}
