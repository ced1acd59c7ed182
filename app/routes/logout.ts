import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { signOut } from '#app/flows/account/end-sessions.server.ts'
import { done } from '#app/http/answers.server.ts'
import { endedAppointmentsCookieHeader, endedDraftCookieHeader } from '#app/http/booking-cookies.server.ts'
import { endedSessionCookieHeader, readSessionHash } from '#app/http/session-cookie.server.ts'

/** A link signs no account out: its visitor is led to the page with the button. */
export function loader() {
	throw redirect('/profile')
}

/**
 * Ends the session on the server and in the browser. The draft goes too, and what this browser remembers of earlier
 * bookings: on a shared phone the next person must not find them (R50).
 */
export async function action({ request, context }: ActionFunctionArgs) {
	const sessionHash = readSessionHash(request)
	if (sessionHash !== null) await signOut(context, sessionHash)
	return done(context, '/login', {
		// Back would lead to a page of the account, which leads to signing in again (B6).
		inPlace: true,
		// Back would show the next person a kept page of the account (R50).
		headers: { 'clear-site-data': '"cache"' },
		cookies: [
			endedSessionCookieHeader(request),
			endedDraftCookieHeader(request),
			endedAppointmentsCookieHeader(request),
		],
	})
}
