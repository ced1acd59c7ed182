import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { isKeyedHash, openSealedToken, sealToken } from '#app/kernel/signed.server.ts'

/** A customer who showed their code at the shop: walk-ins are booked on their account (D50). */
export type ShownMember = { userId: string; name: string }

/** From the scan until the walk-in is booked. */
const SHOWN_MS = 15 * MINUTE_MS
const PURPOSE = 'shown-member'

/** Sealed, because browsers keep addresses, and this one would say who was at the shop. For one shop only. */
export function shownMemberToken(
	keys: readonly string[],
	{ userId, name }: ShownMember,
	{ shopId, now }: { shopId: string; now: Instant },
): Promise<string> {
	return sealToken(keys, PURPOSE, { claims: { userId, name }, audience: shopId, expiresAt: now + SHOWN_MS })
}

/** Null for a value that was not sealed for this shop, or has expired. */
export async function readShownMember(
	keys: readonly string[],
	token: string | null,
	{ shopId, now }: { shopId: string; now: Instant },
): Promise<ShownMember | null> {
	if (token === null) return null
	const member =
		(await openSealedToken(keys, PURPOSE, token, { audience: shopId, now })) ??
		readSigned(keys, token, { shopId, now })
	return member && { userId: String(member.userId), name: String(member.name) }
}

/** The older, readable form. Nothing makes it now: pages that were open at an update use it for 15 minutes. */
function readSigned(
	keys: readonly string[],
	token: string,
	input: { shopId: string; now: Instant },
): ShownMember | null {
	const [payload = '', signature = ''] = token.slice(0, 1_000).split('.')
	if (!isKeyedHash(keys, PURPOSE, payload, signature)) return null
	const { shopId, until, ...member } = JSON.parse(Buffer.from(payload, 'base64url').toString())
	return shopId === input.shopId && until > input.now ? member : null
}
