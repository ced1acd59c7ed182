import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { ShopCaller } from '#app/domain/shops/access-key.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
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

/** The `Set-Cookie` value that says when this device was last used, and when the owner's pages were. */
export function touchHeader(
	asked: { url: string },
	cookieKeys: readonly string[],
	caller: ShopCaller,
	{ at, ownerAt }: { at: Instant; ownerAt: Instant },
): string {
	return touchCookie.header(asked, cookieKeys, { at, ownerAt, of: markOf(caller) })
}

/** The `Set-Cookie` value that locks this kiosk. */
export function lockHeader(asked: { url: string }): string {
	return touchCookie.endedHeader(asked)
}

/** Whether this kiosk was unused for so long that it asks for its PIN. */
export function isLocked(
	request: Request,
	cookieKeys: readonly string[],
	caller: ShopCaller,
	now: Instant,
): boolean {
	return locksAt(request, cookieKeys, caller) <= now
}

/** When this kiosk asks for its PIN, if it is not used before; 0 where it asks for it now. */
export function locksAt(request: Request, cookieKeys: readonly string[], caller: ShopCaller): Instant {
	const touched = touchOf(request, cookieKeys, caller)
	return touched ? touched.at + KIOSK_IDLE_MS : 0
}

/** When the owner's pages were last used on this device after its PIN; 0 for never. */
export function ownerTouchedAt(request: Request, cookieKeys: readonly string[], caller: ShopCaller): Instant {
	return touchOf(request, cookieKeys, caller)?.ownerAt ?? 0
}

function touchOf(request: Request, cookieKeys: readonly string[], caller: ShopCaller) {
	const touched = touchCookie.read(request, cookieKeys) as {
		at: Instant
		/** Missing in the cookie of an older release. */
		ownerAt?: Instant
		of: string
	} | null
	return touched?.of === markOf(caller) ? touched : null
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
