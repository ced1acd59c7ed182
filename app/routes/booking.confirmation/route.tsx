import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readBookingLink, signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { BookedVisitPage } from './booked-visit-page.tsx'
import { confirmationView } from './confirmation-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
	{ title: pageTitle(view ? `${view.title} ${view.referenceNumber}` : 'Booking') },
	// A signed link is for whoever was given it, not for search engines.
	{ name: 'robots', content: 'noindex' },
]

/**
 * One booking, for whoever holds its signed link (decision D7). Without a link, the booking that this browser has just
 * made; without that, /discover (spec 1 §4).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const url = new URL(request.url)
	const token = url.searchParams.get('visit')
	if (token === null) {
		const draftId = await readDraftId(request, cookieKeys)
		const appointmentId = draftId === null ? null : await context.appointments.idOfDraft(draftId)
		if (appointmentId === null) throw redirect('/discover')
		throw redirect(`/booking/confirmation?visit=${await signBookingLink(cookieKeys, appointmentId)}`)
	}
	const appointmentId = await readBookingLink(cookieKeys, token)
	const visit = appointmentId === null ? null : await context.appointments.bookedVisit(appointmentId)
	if (!visit) throw new Response(null, { status: 404 })
	return confirmationView(visit, `${url.origin}${url.pathname}?visit=${token}`, context.now())
}

export default function Confirmation() {
	const view = useLoaderData<typeof loader>()
	return (
		<Page>
			<BookedVisitPage view={view} />
		</Page>
	)
}
