import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { returnPath } from '#app/http/return-path.ts'
import { guestBannerDismissedHeader } from '#app/http/unsigned-cookies.ts'

export function loader() {
	throw redirect('/discover')
}

/** Hides the guests' banner for 30 days, and leads back to its page (M8). */
export async function action({ request, context }: ActionFunctionArgs) {
	await readForm(request)
	return done(context, refererPath(request) ?? '/discover', { cookies: [guestBannerDismissedHeader] })
}

/** The banner's page, by the referrer: the form need not hold the page's signed link. */
function refererPath(request: Request): string | null {
	const referer = URL.parse(request.headers.get('referer') ?? '')
	if (referer?.origin !== new URL(request.url).origin) return null
	return returnPath(referer.pathname + referer.search, '/discover')
}
