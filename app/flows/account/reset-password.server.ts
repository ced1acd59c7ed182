import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { weakPassword } from '#app/domain/identity/weak-password.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { resetMail } from './link-mail.server.ts'

/**
 * Mails a link that sets a new password, a few times an hour. The answer is equal for every address (W29). Refuses
 * 'rate_limited' by network.
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
	// Without an account there is still a write: the answer takes as long.
	await deps.writeBatch(
		account && isWithinLimit(forAccount)
			? resetMail(deps, { userId: account.id, email: account.email, linkKey, now })
			: [deps.identity.rateLimits.purgeRateLimitsExpiredAt(now)],
	)
	return accepted(null)
}

/**
 * Sets a new password by a mailed link, once. All sessions end, the owner is mailed (S43), old attempts are cleared,
 * and the address is proven (S5). Refuses 'link_not_valid', and 'weak_password' without using up the link.
 */
export async function resetPassword(
	deps: Pick<Repositories, 'identity' | 'messaging' | 'writeBatch'>,
	input: {
		token: string
		password: string
		accountSubjectOf: (email: string) => string
		deviceLabel: string
		now: Instant
	},
): Promise<Outcome<null, AuthRefusal>> {
	const { accounts, rateLimits, accountEvents } = deps.identity
	const { accountMails } = deps.messaging
	const { writeBatch } = deps
	const { token, password, deviceLabel, now } = input
	const tokenHash = hashSecretToken(token)
	const owner = await accounts.ownerOfToken(tokenHash, 'reset', now)
	if (!owner) return refused({ code: 'link_not_valid' })
	const why = await weakPassword(password, owner)
	if (why !== null) return refused({ code: 'weak_password', why })

	const passwordHash = await hashPassword(password)
	const eventId = newId()
	const { passwordChanged } = await writeBatch({
		written: accountEvents.insertPasswordChanged(accounts.ownerOfReset(tokenHash, now), {
			id: eventId,
			deviceLabel,
			now,
		}),
		...accounts.replacePasswordByToken(tokenHash, passwordHash, now),
		attemptsCleared: rateLimits.clearAttempts({
			kind: 'sign-in-account',
			subject: input.accountSubjectOf(owner.email),
		}),
		told: accountMails.insertEventMail({ id: newId(), kind: 'password_changed', eventId, now }),
	})
	return passwordChanged === 1 ? accepted(null) : refused({ code: 'link_not_valid' })
}
