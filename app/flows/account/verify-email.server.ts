import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import type { RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { verificationMail } from './link-mail.server.ts'

/** Mails another link that proves the customer's address and ends the older one. False at the rate limit. */
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

/**
 * Proves an address by a mailed link, once, and links its guest bookings (D8). It needs the requesting account's
 * session: else a stranger who registered the address would get the bookings by its owner's click (S5). Gives how many
 * client rows were linked. Refuses 'link_not_valid', and 'not_signed_in' without using up the link.
 */
export async function verifyEmail(
	deps: Pick<Repositories, 'identity' | 'booking' | 'writeBatch'>,
	{ token, actor, now }: { token: string; actor: Actor | null; now: Instant },
): Promise<Outcome<{ linkedClients: number }, AuthRefusal | { code: 'not_signed_in' }>> {
	const { accounts, sessions } = deps.identity
	const { people } = deps.booking
	const { writeBatch } = deps
	const tokenHash = hashSecretToken(token)
	const [owner, user] = await Promise.all([
		accounts.ownerOfToken(tokenHash, 'verify', now),
		actor && sessions.signedInUser(actor),
	])
	// A repeated post finds the link used and the address proven (F26).
	if (!owner)
		return user?.isEmailVerified ? accepted({ linkedClients: 0 }) : refused({ code: 'link_not_valid' })
	if (!actor || user?.id !== owner.userId) return refused({ code: 'not_signed_in' })
	const { emailVerified, linkedClients } = await writeBatch({
		...accounts.verifyEmailByToken(tokenHash, actor),
		linkedClients: people.linkGuestClients(owner.userId),
	})
	if (emailVerified !== 1) return refused({ code: 'link_not_valid' })
	return accepted({ linkedClients })
}
