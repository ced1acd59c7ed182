import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { signOut } from '#app/flows/account/sign-in.server.ts'
import { done } from '#app/http/answers.server.ts'
import { endedBookingCookieHeaders } from '#app/http/booking-cookies.server.ts'
import { endedSessionCookieHeader, readSessionHash } from '#app/http/session-cookie.server.ts'

/** A link signs no one out: it leads to the page with the button. */
export function loader() {
	throw redirect('/profile')
}

/**
 * Ends the session on the server and in the browser. The draft and remembered bookings go too: on a shared phone the
 * next person must not find them (R50).
 */
export async function action({ request, context }: ActionFunctionArgs) {
	const sessionHash = readSessionHash(request)
	if (sessionHash !== null) await signOut(context, sessionHash)
	return done(context, '/login', {
		// Back would reach a page of the account, which redirects to sign in (B6).
		inPlace: true,
		// Back would show the next person a cached page of the account (R50).
		headers: { 'clear-site-data': '"cache"' },
		cookies: [endedSessionCookieHeader(request), ...endedBookingCookieHeaders(request)],
	})
}
