import { type Guess, type GuessRepository, wasCounted } from '#app/domain/identity/guess-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type SendLinkDeps, verificationMail } from './link-mail.server.ts'

export type SendVerificationDeps = SendLinkDeps & { guesses: Pick<GuessRepository, 'countTry'> }

/**
 * Queues another mail that verifies the address of a signed-in customer; the older link ends. False when they have asked
 * for several a moment ago: then the newest of those is the one to look for.
 */
export async function sendVerification(
	deps: SendVerificationDeps,
	input: {
		user: { id: string; email: string }
		accountSubject: string
		linkKey: string
		now: Instant
	},
): Promise<boolean> {
	const { user, accountSubject, linkKey, now } = input
	const guess: Guess = { kind: 'reset-account', subject: accountSubject }
	const [counted] = await deps.writeBatch([deps.guesses.countTry(guess, now)])
	if (!wasCounted(counted)) return false
	await deps.writeBatch(verificationMail(deps, { userId: user.id, email: user.email, linkKey, now }))
	return true
}
