import { readId } from './read-id.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

const QUARTER_HOUR_SECONDS = 900

/**
 * The business whose heart a guest has tapped: signing in adds it to the favorites. It travels in a signed cookie that
 * only a post of this browser sets, and not in an address, because a link must not change anything. The cookie is
 * called 'wish', the older word, so that browsers keep the one that they have.
 */
const pendingFavoriteCookie = signedCookie('wish', QUARTER_HOUR_SECONDS)

/** The shop's id, and the `Set-Cookie` value that forgets it; null when there is none. */
export function takePendingFavorite(
	request: Request,
	cookieKeys: string[],
): { shopId: string; clear: string } | null {
	const shopId = readId(pendingFavoriteCookie.read(request, cookieKeys))
	if (shopId === null) return null
	return { shopId, clear: pendingFavoriteCookie.endedHeader(request) }
}

/** The `Set-Cookie` value that keeps a pending favorite until its owner has signed in. */
export function pendingFavoriteHeader(request: Request, cookieKeys: string[], shopId: string): string {
	return pendingFavoriteCookie.header(request, cookieKeys, shopId)
}
