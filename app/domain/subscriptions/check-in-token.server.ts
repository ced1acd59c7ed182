import { errors, jwtVerify, SignJWT } from 'jose'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

/** The content of a scanned code. */
export type CheckInToken = {
	/** The row that it opens, once. */
	codeId: string
	subscriptionId: string
	shopId: string
	expiresAt: Instant
}

const ISSUER = 'wakati'
/** Only check-in tokens of these keys have this purpose. */
const PURPOSE = 'check-in'
/** A longer token makes squares too small for a phone's camera. */
const MAX_LENGTH = 250
/** Enough of the hash to tell all ids of an installation apart; the row has the whole id. */
const HASH_LETTERS = 12

const encoder = new TextEncoder()

/** A code for two minutes. The first key signs. */
export async function signCheckInToken(
	keys: readonly string[],
	{ codeId, subscriptionId, shopId, expiresAt }: CheckInToken,
): Promise<string> {
	const [key] = keys
	if (key === undefined) throw new Error('signing needs a key')
	const [sub, aud] = await Promise.all([shortHash(subscriptionId), shortHash(shopId)])
	return new SignJWT({ iss: ISSUER, aud, sub, jti: codeId, exp: Math.ceil(expiresAt / 1_000), p: PURPOSE })
		.setProtectedHeader({ alg: 'HS256' })
		.sign(encoder.encode(key))
}

/** Refuses a token of another shop, an expired one, and one that no key signed for check-in. */
export async function readCheckInToken(
	keys: readonly string[],
	token: string,
	{ shopId, now }: { shopId: string; now: Instant },
): Promise<
	Outcome<{ codeId: string; subscriptionHash: string }, 'code_not_known' | 'code_expired' | 'other_shop'>
> {
	if (token.length > MAX_LENGTH) return refused('code_not_known')
	const audience = await shortHash(shopId)
	for (const key of keys) {
		try {
			const { payload } = await jwtVerify(token, encoder.encode(key), {
				algorithms: ['HS256'],
				issuer: ISSUER,
				audience,
				requiredClaims: ['sub', 'jti', 'exp'],
				currentDate: new Date(now),
			})
			if (payload.p !== PURPOSE) return refused('code_not_known')
			return accepted({ codeId: String(payload.jti), subscriptionHash: String(payload.sub) })
		} catch (error) {
			// An older key may have signed it.
			if (error instanceof errors.JWSSignatureVerificationFailed) continue
			if (error instanceof errors.JWTExpired)
				return refused(error.payload.p === PURPOSE ? 'code_expired' : 'code_not_known')
			const isOtherShop = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
			return refused(isOtherShop && error.payload.p === PURPOSE ? 'other_shop' : 'code_not_known')
		}
	}
	return refused('code_not_known')
}

export async function matchesHash(subscriptionHash: string, subscriptionId: string): Promise<boolean> {
	return subscriptionHash === (await shortHash(subscriptionId))
}

async function shortHash(id: string): Promise<string> {
	return (await contentId(id)).slice(0, HASH_LETTERS)
}
