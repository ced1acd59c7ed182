import { createCookie } from '@remix-run/cloudflare'
import { readId } from './read-id.server.ts'

const SIXTY_DAYS_SECONDS = 60 * 86_400
/** Enough for whoever books for a family; a cookie has to stay small. */
const REMEMBERED_VISITS = 12

/**
 * What this browser has booked, by ids: only to warn its customer of an overlap (R6). Nobody else's visits can get in,
 * because it is signed and written only where this browser has just booked.
 */
function visitsCookie(request: Request, cookieKeys: string[]) {
	const isSecure = new URL(request.url).protocol === 'https:'
	return createCookie(isSecure ? '__Host-visits' : 'visits', {
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		secure: isSecure,
		maxAge: SIXTY_DAYS_SECONDS,
		secrets: cookieKeys,
	})
}

/** The ids of the appointments that this browser made, oldest first; empty for a missing or altered cookie. */
export async function readOwnVisitIds(request: Request, cookieKeys: string[]): Promise<string[]> {
	const value: unknown = await visitsCookie(request, cookieKeys).parse(request.headers.get('cookie'))
	return Array.isArray(value) ? value.filter((id) => readId(id) !== null).slice(-REMEMBERED_VISITS) : []
}

/** The `Set-Cookie` value that remembers one more. */
export async function ownVisitHeader(
	request: Request,
	cookieKeys: string[],
	appointmentId: string,
): Promise<string> {
	const known = await readOwnVisitIds(request, cookieKeys)
	const visits = [...known.filter((id) => id !== appointmentId), appointmentId].slice(-REMEMBERED_VISITS)
	return visitsCookie(request, cookieKeys).serialize(visits)
}

/** The `Set-Cookie` value that makes this browser forget them. */
export function endedVisitsCookieHeader(request: Request, cookieKeys: string[]): Promise<string> {
	return visitsCookie(request, cookieKeys).serialize('', { maxAge: 0 })
}
