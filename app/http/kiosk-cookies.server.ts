import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS, type ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { readCookie } from './read-cookie.ts'
import { fullName, isHttps, signedCookie } from './signed-cookie.server.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** From opening the link to choosing a PIN. */
const LINK_SECONDS = (15 * MINUTE_MS) / 1000

type Kept = 'kiosk' | 'kiosk-link'

/** The hash of the device's key; null when the cookie cannot be ours. */
export function readKioskCaller(request: Request): ShopCaller | null {
	const token = readToken(request, 'kiosk')
	return token === null ? null : { secretHash: hashSecretToken(token), kind: 'kiosk' }
}

export function readKioskLink(request: Request): string | null {
	return readToken(request, 'kiosk-link')
}

/** A Strict cookie: links on other sites cannot act. */
export function kioskKeyHeader(request: Request, token: string): string {
	return setCookie(request, 'kiosk', token, 'Strict', ONE_YEAR_SECONDS)
}

/** Lax: the link is tapped in another app, which sends no Strict cookie. The cookie opens nothing without the post. */
export function kioskLinkHeader(request: Request, token: string): string {
	return setCookie(request, 'kiosk-link', token, 'Lax', LINK_SECONDS)
}

export function endedKioskLinkHeader(request: Request): string {
	return setCookie(request, 'kiosk-link', '', 'Lax', 0)
}

const touchCookie = signedCookie('touch', KIOSK_IDLE_MS / 1000)

/** How a device was used since its PIN was typed. */
export type Touch = {
	/** Its last use. */
	at: Instant
	/** The last use of the owner's pages after the PIN; 0 for never. */
	ownerAt: Instant
	/** When the PIN was last typed; 0 for never. */
	pinAt: Instant
	/** The key's `lockCount` when the PIN was typed. */
	lockCount: number
}

export function touchHeader(
	input: { url: string },
	cookieKeys: readonly string[],
	caller: ShopCaller,
	touch: Touch,
): string {
	return touchCookie.header(input, cookieKeys, { ...touch, of: keyMark(caller) })
}

/** Locks this browser; the key's `lockCount` locks copies of the cookie. */
export function lockHeader(input: { url: string }): string {
	return touchCookie.endedHeader(input)
}

const untouched: Touch = { at: 0, ownerAt: 0, pinAt: 0, lockCount: 0 }

/** Without a cookie of this key: never used, so the PIN is asked for. */
export function readTouch(request: Request, cookieKeys: readonly string[], caller: ShopCaller): Touch {
	// A cookie of an older release lacks the newer parts.
	const touched = touchCookie.read(request, cookieKeys) as ({ of: string } & Partial<Touch>) | null
	return touched?.of === keyMark(caller) ? { ...untouched, ...touched } : untouched
}

/** Whether an unused kiosk asks for its PIN. */
export function isIdle(touch: Touch, now: Instant): boolean {
	return locksAt(touch) <= now
}

/**
 * Unused, or locked by its button. The key's `lockCount` decides, so that a copy of the cookie from before the lock
 * opens nothing (S40).
 */
export function isLocked(touch: Touch, { lockCount }: Pick<AccessKey, 'lockCount'>, now: Instant): boolean {
	return isIdle(touch, now) || touch.lockCount !== lockCount
}

/** When an unused kiosk asks for its PIN; may be past. */
export function locksAt({ at }: Touch): Instant {
	return at + KIOSK_IDLE_MS
}

/** Ties the cookie to one key: another device's is ignored. */
function keyMark({ secretHash }: ShopCaller): string {
	return secretHash.slice(0, 16)
}

function readToken(request: Request, name: Kept): string | null {
	const token = readCookie(request, fullName(name, request))
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
	return `${fullName(name, request)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`
}
