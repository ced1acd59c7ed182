import { readId } from './read-id.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

const QUARTER_HOUR_SECONDS = 900

/**
 * The shop whose heart a guest tapped: signing in adds it to the favorites. A signed cookie, because a link must not
 * change anything. Its old name keeps existing cookies.
 */
const pendingFavoriteCookie = signedCookie('wish', QUARTER_HOUR_SECONDS)

/** The shop's id, and the `Set-Cookie` value that removes it; null for none. */
export function takePendingFavorite(
	request: Request,
	cookieKeys: string[],
): { shopId: string; clear: string } | null {
	const shopId = readId(pendingFavoriteCookie.read(request, cookieKeys))
	if (shopId === null) return null
	return { shopId, clear: pendingFavoriteCookie.endedHeader(request) }
}

export function pendingFavoriteHeader(request: Request, cookieKeys: string[], shopId: string): string {
	return pendingFavoriteCookie.header(request, cookieKeys, shopId)
}
