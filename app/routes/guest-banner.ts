import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { returnPath } from '#app/http/return-path.ts'
import { guestBannerDismissedHeader } from '#app/http/unsigned-cookies.ts'

/** The banner has no page of its own. */
export function loader() {
	throw redirect('/discover')
}

/** Hides the guests' banner for 30 days, and leads back to the page that it stood on (M8). */
export async function action({ request, context }: ActionFunctionArgs) {
	// First of all: an answer to a body that was not read breaks the connection.
	await readForm(request)
	return done(context, refererPath(request) ?? '/discover', { cookies: [guestBannerDismissedHeader] })
}

/** The page of ours that the form stood on. A signed link stays out of the form: it stands in the address alone. */
function refererPath(request: Request): string | null {
	const referer = URL.parse(request.headers.get('referer') ?? '')
	if (referer?.origin !== new URL(request.url).origin) return null
	return returnPath(referer.pathname + referer.search, '/discover')
}
