import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { SESSION_ABSOLUTE_MS } from '#app/domain/identity/session.ts'
import { readCookie } from './read-cookie.ts'

/** `__Host-` and Secure need https; on plain http (local only) Safari would drop such a cookie. */
function cookieName(request: Request): { name: string; secure: string } {
	const isSecure = new URL(request.url).protocol === 'https:'
	return { name: isSecure ? '__Host-session' : 'session', secure: isSecure ? '; Secure' : '' }
}

/**
 * Null when the token cannot be ours. 256 random bits need no signature: the database decides. Synchronous, so that the
 * session joins the page's one trip.
 */
export function readSessionHash(request: Request): string | null {
	const { name } = cookieName(request)
	const token = readCookie(request, name)
	return token !== null && isSecretToken(token) ? hashSecretToken(token) : null
}

/** It outlives the idle time on purpose: the row decides. */
export function sessionCookieHeader(request: Request, token: string): string {
	const { name, secure } = cookieName(request)
	return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_ABSOLUTE_MS / 1000}${secure}`
}

export function endedSessionCookieHeader(request: Request): string {
	const { name, secure } = cookieName(request)
	return `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`
}
