import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { ShopSignup } from '#app/domain/shops/shop-signup-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** How far a form is, for the holder of its mailed link. */
type SignupState = 'unproved' | 'waiting' | 'approved' | 'refused'

/** What the page of the link shows; null for a link that is over or was never made. */
export async function readSignup(
	{ shops: { shopSignups } }: Pick<Repositories, 'shops'>,
	{ token, now }: { token: string; now: Instant },
): Promise<{ state: SignupState; signup: NonNullable<ShopSignup> } | null> {
	const signup = isSecretToken(token) ? await shopSignups.signupOfToken(hashSecretToken(token), now) : null
	if (!signup) return null
	return { state: signup.decision ?? (signup.provedAt === null ? 'unproved' : 'waiting'), signup }
}

/**
 * Proves the e-mail of a form by its mailed link, and mails the operator that it waits; a repeat finds it proved and
 * mails nothing. `operatorEmail` null: no address is set. Refuses 'link_not_valid' for a link that is
 * over or was never made.
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
