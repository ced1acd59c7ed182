import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { endedDraftCookieHeader } from '#app/http/draft-cookie.server.ts'
import { endedSessionCookieHeader, readSessionHash } from '#app/http/session-cookie.server.ts'
import { endedVisitsCookieHeader } from '#app/http/visits-cookie.server.ts'

/** A link does not sign anybody out: whoever opens the address is led to where they can. */
export function loader() {
	throw redirect('/profile')
}

/**
 * Ends the session on the server and in the browser. The booking in the making goes too, and what this browser
 * remembers of earlier ones: on a shared phone the next person must not find them (R50).
 */
export async function action({ request, context }: ActionFunctionArgs) {
	const sessionHash = readSessionHash(request)
	if (sessionHash !== null) await context.writeBatch([context.sessions.deleteSession(sessionHash)])
	const headers = new Headers()
	headers.append('set-cookie', endedSessionCookieHeader(request))
	const { cookieKeys } = context.settings
	headers.append('set-cookie', await endedDraftCookieHeader(request, cookieKeys))
	headers.append('set-cookie', await endedVisitsCookieHeader(request, cookieKeys))
	return redirect('/login', { headers })
}
