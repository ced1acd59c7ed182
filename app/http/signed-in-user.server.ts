import { type AppLoadContext, redirect } from '@remix-run/cloudflare'
import { type SignedInUser, sessionExpiry, shouldExtendSession } from '#app/domain/identity/session.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { loginPath, returnPath } from './return-path.ts'
import { readSessionHash } from './session-cookie.server.ts'

type Context = Pick<AppLoadContext, 'now' | 'identity' | 'writeBatch' | 'waitUntil'> & {
	response: { isSignedOut: boolean }
}

/** The account of the cookie; null without one. It proves nothing: statements check it. */
export function readActor(request: Request, { now }: Pick<Context, 'now'>): Actor | null {
	const sessionHash = readSessionHash(request)
	return sessionHash === null ? null : { sessionHash, at: now() }
}

/** Without a session cookie it throws the redirect to /login, before any read. */
export function requireActor(request: Request, context: Pick<Context, 'now'>): Actor {
	const actor = readActor(request, context)
	if (!actor) throw redirect(requestLoginPath(request))
	return actor
}

/**
 * Null when signed out. Read it with the page's other reads (`Promise.all`), then it costs no trip. Extends the session
 * at most once a day, after the answer.
 */
export async function readUser(request: Request, context: Context): Promise<SignedInUser | null> {
	const actor = readActor(request, context)
	const user = actor && (await context.identity.sessions.signedInUser(actor))
	if (actor && !user) context.response.isSignedOut = true
	if (!actor || !user) return null
	if (shouldExtendSession(user.session, actor.at)) {
		const expiresAt = sessionExpiry(user.session.createdAt, actor.at)
		context.waitUntil(
			// The next page repeats a failed extension.
			context.writeBatch([context.identity.sessions.extendSession(actor, expiresAt)]).catch(() => {}),
		)
	}
	return user
}

/** Redirects other visitors to /login with the way back kept (C3). */
export async function requireUser(request: Request, context: Context): Promise<SignedInUser> {
	const user = await readUser(request, context)
	if (!user) throw redirect(requestLoginPath(request))
	return user
}

/** Leads a signed-in customer to their wanted page, else to / (C4). So Back skips the sign-in page (B6). */
export async function requireSignedOut(request: Request, context: Context): Promise<void> {
	if (!(await readUser(request, context))) return
	throw redirect(returnPath(new URL(request.url).searchParams.get('redirectTo'), '/'))
}

/** A link cannot send a form again, so a post returns to its page. */
function requestLoginPath(request: Request): string {
	const url = new URL(request.url)
	if (request.method === 'GET' || request.method === 'HEAD') return loginPath(url)
	const referer = request.headers.get('referer')
	const page = referer && URL.canParse(referer) ? new URL(referer) : null
	const isOurs = page?.origin === url.origin
	return loginPath(new URL(returnPath(isOurs ? page.pathname + page.search : null, url.pathname), url))
}
