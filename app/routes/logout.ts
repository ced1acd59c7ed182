import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { endedDraftCookieHeader } from '#app/http/draft-cookie.server.ts'
import { endedSessionCookieHeader, readSessionHash } from '#app/http/session-cookie.server.ts'

/** A link does not sign anybody out: whoever opens the address is led to where they can. */
export function loader() {
	throw redirect('/profile')
}

/**
 * Ends the session on the server and in the browser. The booking in the making goes too: on a shared phone the next
 * person must not find it, nor the page of what was booked with it (R50).
 */
export async function action({ request, context }: ActionFunctionArgs) {
	const sessionHash = readSessionHash(request)
	if (sessionHash !== null) await context.writeBatch([context.sessions.deleteSession(sessionHash)])
	const headers = new Headers({ 'clear-site-data': '"cache"' })
	headers.append('set-cookie', endedSessionCookieHeader(request))
	headers.append('set-cookie', await endedDraftCookieHeader(request, context.settings.cookieKeys))
	return redirect('/login', { headers })
}
