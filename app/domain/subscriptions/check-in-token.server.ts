import { errors, jwtVerify, SignJWT } from 'jose'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

/** What a scanned code says. */
export type CheckInToken = {
	/** The id of the row that it opens, once. */
	codeId: string
	subscriptionId: string
	shopId: string
	expiresAt: Instant
}

const ISSUER = 'wakati'
/** No other token that these keys sign has it. */
const PURPOSE = 'check-in'
/** With more in it its squares are too small for the camera of a phone. */
const MAX_LENGTH = 250
/** Enough of a hash that no two ids of one installation share it; the row has the whole id. */
const HASH_LETTERS = 12

const encoder = new TextEncoder()

/** A code for two minutes, at most 250 characters. The first key signs. */
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

/**
 * The code and the subscription (its hash) that a token names. Refuses a token of another shop, one that has expired,
 * and one that no key has signed for check-in.
 */
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
			// Another key, an older one, may have signed it.
			if (error instanceof errors.JWSSignatureVerificationFailed) continue
			if (error instanceof errors.JWTExpired)
				return refused(error.payload.p === PURPOSE ? 'code_expired' : 'code_not_known')
			const isOtherShop = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
			return refused(isOtherShop && error.payload.p === PURPOSE ? 'other_shop' : 'code_not_known')
		}
	}
	return refused('code_not_known')
}

/** Whether a token's subscription is this one. */
export async function isHashOf(subscriptionHash: string, subscriptionId: string): Promise<boolean> {
	return subscriptionHash === (await shortHash(subscriptionId))
}

async function shortHash(id: string): Promise<string> {
	return (await contentId(id)).slice(0, HASH_LETTERS)
}
