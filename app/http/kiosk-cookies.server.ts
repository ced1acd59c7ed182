import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS, type ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { readCookie } from './read-cookie.ts'
import { signedCookie } from './signed-cookie.server.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** From opening the printed link until the PIN is chosen. */
const LINK_SECONDS = (15 * MINUTE_MS) / 1000

type Kept = 'kiosk' | 'kiosk-link'

/** The hash of the key that this device shows; null when none could be ours. Synchronous, as a session's is. */
export function readKioskCaller(request: Request): ShopCaller | null {
	const token = readToken(request, 'kiosk')
	return token === null ? null : { secretHash: hashSecretToken(token), kind: 'kiosk' }
}

/** The token of the link that is being opened here. */
export function readKioskLink(request: Request): string | null {
	return readToken(request, 'kiosk-link')
}

/** The `Set-Cookie` value of a new key: only this site's pages send it, so that no link from elsewhere acts. */
export function kioskKeyHeader(request: Request, token: string): string {
	return setCookie(request, 'kiosk', token, 'Strict', ONE_YEAR_SECONDS)
}

/**
 * The `Set-Cookie` value that keeps a link's token until its page is posted. Lax: the link is tapped in another app,
 * and a Strict cookie would not be sent where that leads. It opens nothing without the post.
 */
export function kioskLinkHeader(request: Request, token: string): string {
	return setCookie(request, 'kiosk-link', token, 'Lax', LINK_SECONDS)
}

/** The `Set-Cookie` value that takes the token of a link away. */
export function endedKioskLinkHeader(request: Request): string {
	return setCookie(request, 'kiosk-link', '', 'Lax', 0)
}

const touchCookie = signedCookie('touch', KIOSK_IDLE_MS / 1000)

/** How a device was used since its PIN was typed. */
export type Touch = {
	/** When it was last used. */
	at: Instant
	/** When the owner's pages were last used after the PIN; 0 for never. */
	ownerAt: Instant
	/** When its PIN was typed last; 0 for never. */
	pinAt: Instant
	/** Of its key, when the PIN was typed. */
	lockCount: number
}

/** The `Set-Cookie` value that says how this device was used. */
export function touchHeader(
	input: { url: string },
	cookieKeys: readonly string[],
	caller: ShopCaller,
	touch: Touch,
): string {
	return touchCookie.header(input, cookieKeys, { ...touch, of: markOf(caller) })
}

/** The `Set-Cookie` value that locks this browser; a copy of its cookie is locked by the key's count. */
export function lockHeader(input: { url: string }): string {
	return touchCookie.endedHeader(input)
}

const untouched: Touch = { at: 0, ownerAt: 0, pinAt: 0, lockCount: 0 }

/** How this device was used; never, where its PIN has to be typed first. */
export function readTouch(request: Request, cookieKeys: readonly string[], caller: ShopCaller): Touch {
	// In the cookie of an older release the newer parts are missing.
	const touched = touchCookie.read(request, cookieKeys) as ({ of: string } & Partial<Touch>) | null
	return touched?.of === markOf(caller) ? { ...untouched, ...touched } : untouched
}

/** Whether this kiosk was unused for so long that it asks for its PIN. */
export function isIdle(touch: Touch, now: Instant): boolean {
	return locksAt(touch) <= now
}

/**
 * Whether this kiosk asks for its PIN: it was unused, or its button has locked it since. The key's count decides that,
 * so that a copy of the cookie from before the lock opens nothing (S40).
 */
export function isLocked(touch: Touch, { lockCount }: Pick<AccessKey, 'lockCount'>, now: Instant): boolean {
	return isIdle(touch, now) || touch.lockCount !== lockCount
}

/** When this kiosk asks for its PIN, if it is not used before; past where it asks for it now. */
export function locksAt({ at }: Touch): Instant {
	return at + KIOSK_IDLE_MS
}

/** Of one key alone: another device's cookie says nothing here. */
function markOf({ secretHash }: ShopCaller): string {
	return secretHash.slice(0, 16)
}

function readToken(request: Request, name: Kept): string | null {
	const token = readCookie(request, fullName(request, name))
	return token !== null && isSecretToken(token) ? token : null
}

function setCookie(
	request: Request,
	name: Kept,
	value: string,
	sameSite: 'Strict' | 'Lax',
	maxAgeSeconds: number,
): string {
	const secure = isHttps(request) ? '; Secure' : ''
	return `${fullName(request, name)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`
}

function fullName(request: Request, name: Kept): string {
	return isHttps(request) ? `__Host-${name}` : name
}

function isHttps({ url }: Request): boolean {
	return url.startsWith('https:')
}
