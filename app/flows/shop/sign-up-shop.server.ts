import { createHash } from 'node:crypto'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { networkLimits, type RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken, isSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import type { ShopSignup, SignupFields } from '#app/domain/shops/shop-signup-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Keeps the form of a new shop, and mails the link that proves its e-mail. The answer is equal for every address, shop
 * and repeat (W29). Refuses 'rate_limited' by mailbox and day, and by network and hour (D33).
 */
export async function signUpShop(
	deps: Pick<Repositories, 'shops' | 'identity' | 'messaging' | 'writeBatch'>,
	input: {
		signup: SignupFields
		/** The mailbox in the rate limits. */
		emailSubject: string
		networkKey: string | null
		/** Makes the token of the mailed link. */
		linkKey: string
		now: Instant
	},
): Promise<Outcome<null, AuthRefusal>> {
	const { signup, emailSubject, networkKey, linkKey, now } = input
	const { rateLimits } = deps.identity
	const limits: RateLimit[] = [
		{ kind: 'shop-signup-email', subject: emailSubject },
		...networkLimits('shop-signup-network', networkKey),
	]
	const { recorded } = await deps.writeBatch({ recorded: rateLimits.recordAttempts(limits, now) })
	if (!isWithinLimit(recorded, limits))
		return refused({ code: 'rate_limited', retryAt: await rateLimits.retryAt(limits, now) })

	const id = newId()
	const contentHash = hashContent(signup)
	const tokenHash = hashSecretToken(mailedToken(linkKey, id))
	await deps.writeBatch([
		deps.shops.shopSignups.insertSignup({ ...signup, id, tokenHash, contentHash, now }),
		...deps.messaging.signupMails.insertSignupMail(contentHash, now),
	])
	return accepted(null)
}

/** Forms that differ only in case are one. */
function hashContent({ name, type, address, area, city, phone, email, offer }: SignupFields): string {
	const typed = [name, type, address, area, city, phone, email, offer]
	return createHash('sha256').update(JSON.stringify(typed).toLowerCase()).digest('base64url')
}

type SignupState = 'unproved' | 'waiting' | 'approved' | 'refused'

/** What the link's page shows; null for an ended or unknown link. */
export async function readSignup(
	{ shops: { shopSignups } }: Pick<Repositories, 'shops'>,
	{ token, now }: { token: string; now: Instant },
): Promise<{ state: SignupState; signup: NonNullable<ShopSignup> } | null> {
	const signup = isSecretToken(token) ? await shopSignups.signupOfToken(hashSecretToken(token), now) : null
	if (!signup) return null
	return { state: signup.decision ?? (signup.provedAt === null ? 'unproved' : 'waiting'), signup }
}

/**
 * Proves a form's e-mail by its mailed link, and mails the operator (`operatorEmail`, if set). A repeat mails nothing.
 * Refuses 'link_not_valid' for an ended or unknown link.
 */
export async function proveSignup(
	deps: Pick<Repositories, 'shops' | 'messaging' | 'writeBatch'>,
	{ token, operatorEmail, now }: { token: string; operatorEmail: string | null; now: Instant },
): Promise<Outcome<null, { code: 'link_not_valid' }>> {
	const tokenHash = hashSecretToken(token)
	const { proved } = await deps.writeBatch({
		proved: deps.shops.shopSignups.proveByToken(tokenHash, now),
		told: operatorEmail ? [deps.messaging.signupMails.insertWaitingMail(tokenHash, operatorEmail, now)] : [],
	})
	if (proved === 1 || (await readSignup(deps, { token, now }))) return accepted(null)
	return refused({ code: 'link_not_valid' })
}
