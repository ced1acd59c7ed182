import { isUsedEmail } from '#app/domain/identity/account-repository.server.ts'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { weakPassword } from '#app/domain/identity/weak-password.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { verificationMail } from './link-mail.server.ts'

export type RegisterAccountInput = {
	account: { firstName: string; lastName: string; email: string; password: string }
	networkKey: string | null
	/** Makes the token of the mailed link. */
	linkKey: string
	now: Instant
}

/**
 * Inserts an account with its profile (role client) and mails a link that proves its address. A used address changes
 * nothing, and its owner is mailed. Answer and work are equal in both cases (W29). Refuses 'weak_password', and
 * 'rate_limited' by network.
 */
export async function registerAccount(
	deps: Pick<Repositories, 'identity' | 'messaging' | 'writeBatch'>,
	{ account, networkKey, linkKey, now }: RegisterAccountInput,
): Promise<Outcome<null, AuthRefusal>> {
	const why = await weakPassword(account.password, account)
	if (why !== null) return refused({ code: 'weak_password', why })
	const limits = networkLimits('register-network', networkKey)
	const [existing, recorded] = await Promise.all([
		deps.identity.accounts.accountByEmail(account.email),
		limits.length === 0
			? 1
			: deps
					.writeBatch({ recorded: deps.identity.rateLimits.recordAttempts(limits, now) })
					.then(({ recorded }) => recorded),
	])
	if (!isWithinLimit(recorded, limits))
		return refused({ code: 'rate_limited', retryAt: await deps.identity.rateLimits.retryAt(limits, now) })

	const passwordHash = await hashPassword(account.password)
	const tellOwner = () =>
		deps.writeBatch([
			...deps.messaging.accountMails.insertAccountMail({
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
			...deps.identity.accounts.insertAccount({ ...account, userId, passwordHash, now }),
			...verificationMail(deps, { userId, email: account.email, linkKey, now }),
		])
	} catch (error) {
		// Two posts at once, or a repeat after a lost answer.
		if (!isUsedEmail(error)) throw error
		await tellOwner()
	}
	return accepted(null)
}
