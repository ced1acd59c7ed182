import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { type Guess, type GuessRepository, wasCounted } from '#app/domain/identity/guess-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { resetMail, type SendLinkDeps } from './link-mail.server.ts'

export type RequestPasswordResetDeps = SendLinkDeps & {
	accounts: Pick<AccountRepository, 'accountByEmail'>
	guesses: Pick<GuessRepository, 'countTry' | 'retryAt' | 'purgeGuessesExpiredAt'>
}

/**
 * Queues a mail with a link that sets a new password, if the address has an account; the answer is the same for every
 * address. More than a few mails an hour to one address are answered alike and not sent, so that nobody's inbox is
 * filled by somebody else. Refuses 'too_many_tries' from one network.
 */
export async function requestPasswordReset(
	deps: RequestPasswordResetDeps,
	input: {
		email: string
		accountSubject: string
		networkKey: string | null
		linkKey: string
		now: Instant
	},
): Promise<Outcome<null, AuthRefusal>> {
	const { email, accountSubject, networkKey, linkKey, now } = input
	const ofNetwork: Guess | null = networkKey === null ? null : { kind: 'reset-network', subject: networkKey }
	const [account, [ofAccountCounted, ofNetworkCounted]] = await Promise.all([
		deps.accounts.accountByEmail(email),
		deps.writeBatch([
			deps.guesses.countTry({ kind: 'reset-account', subject: accountSubject }, now),
			...(ofNetwork ? [deps.guesses.countTry(ofNetwork, now)] : []),
		]),
	])
	if (ofNetwork && !wasCounted(ofNetworkCounted))
		return refused({ code: 'too_many_tries', retryAt: await deps.guesses.retryAt(ofNetwork, now) })
	// Without an account there is a write too, of the same length: the time tells nobody anything.
	await deps.writeBatch(
		account && wasCounted(ofAccountCounted)
			? resetMail(deps, { userId: account.id, email, linkKey, now })
			: [deps.guesses.purgeGuessesExpiredAt(now)],
	)
	return accepted(null)
}
