import { keyedHash } from '#app/domain/identity/keyed-hash.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** Somebody who has shown their code at the shop: for them a walk-in is booked on their account (D50). */
export type ShownMember = { shopId: string; userId: string; name: string }

/** From the scan until the walk-in is booked. */
const SHOWN_MS = 15 * MINUTE_MS

/** What an address carries of somebody who was scanned here: nobody else can make it, and no other shop can use it. */
export function shownMemberToken([key = '']: readonly string[], member: ShownMember, now: Instant): string {
	const payload = Buffer.from(JSON.stringify({ ...member, until: now + SHOWN_MS })).toString('base64url')
	return `${payload}.${keyedHash(key, 'shown-member', payload)}`
}

/**
 * Who that is; null for what we did not sign, and for what is over. Synchronous, so that reads may follow in the same
 * tick.
 */
export function readShownMember(
	keys: readonly string[],
	token: string | null,
	now: Instant,
): ShownMember | null {
	const [payload = '', signature] = (token ?? '').slice(0, 1_000).split('.')
	if (!keys.some((key) => keyedHash(key, 'shown-member', payload) === signature)) return null
	const { until, ...member } = JSON.parse(Buffer.from(payload, 'base64url').toString())
	return until > now ? member : null
}
