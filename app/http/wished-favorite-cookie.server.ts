import { createCookie } from '@remix-run/cloudflare'
import { readId } from './read-id.server.ts'

const QUARTER_HOUR_SECONDS = 900

/**
 * The business whose heart a guest has tapped: signing in does it. In a signed cookie that only a post of this browser
 * sets, and not in an address: a link must not change anything.
 */
function wishCookie(request: Request, cookieKeys: string[]) {
	const isSecure = new URL(request.url).protocol === 'https:'
	return createCookie(isSecure ? '__Host-wish' : 'wish', {
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		secure: isSecure,
		maxAge: QUARTER_HOUR_SECONDS,
		secrets: cookieKeys,
	})
}

/** The shop's id, and the `Set-Cookie` value that forgets it; null when there is none. */
export async function takeWishedFavorite(
	request: Request,
	cookieKeys: string[],
): Promise<{ shopId: string; clear: string } | null> {
	const cookie = wishCookie(request, cookieKeys)
	const shopId = readId(await cookie.parse(request.headers.get('cookie')))
	return shopId === null ? null : { shopId, clear: await cookie.serialize('', { maxAge: 0 }) }
}

/** The `Set-Cookie` value that keeps a wish until its owner has signed in. */
export function wishedFavoriteHeader(
	request: Request,
	cookieKeys: string[],
	shopId: string,
): Promise<string> {
	return wishCookie(request, cookieKeys).serialize(shopId)
}
