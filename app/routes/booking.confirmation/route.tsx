import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readBookingLink, signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { cancelAppointment } from '#app/flows/cancel-appointment.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { requireActor } from '#app/http/signed-in-user.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { BookedVisitPage } from './booked-visit-page.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { confirmationView } from './confirmation-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
	{ title: pageTitle(view ? `${view.title} ${view.referenceNumber}` : 'Booking') },
	// A signed link is for whoever was given it, not for search engines.
	{ name: 'robots', content: 'noindex' },
]

/**
 * One booking, for whoever holds its signed link (decision D7). Without a link, the booking that this browser has just
 * made; without that, /discover. A payment that it is sent to is settled on its own page (spec 1 §4).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const url = new URL(request.url)
	if (url.searchParams.get('status') === 'success' && url.searchParams.has('reference'))
		throw redirect(`/booking/payment-success${url.search}`)
	const token = url.searchParams.get('visit')
	const ownId = readId(url.searchParams.get('appointmentId'))
	if (token === null && ownId !== null) {
		// Its owner, and nobody else, may name it by its id (spec 2 §2, My Appointments).
		if (!(await context.ownVisits.isOwnVisit(requireActor(request, context), ownId)))
			throw new Response(null, { status: 404 })
		throw redirect(`/booking/confirmation?visit=${await signBookingLink(cookieKeys, ownId)}`)
	}
	if (token === null) {
		const draftId = await readDraftId(request, cookieKeys)
		const appointmentId = draftId === null ? null : await context.appointments.idOfDraft(draftId)
		if (appointmentId === null) throw redirect('/discover')
		throw redirect(`/booking/confirmation?visit=${await signBookingLink(cookieKeys, appointmentId)}`)
	}
	const appointmentId = await readBookingLink(cookieKeys, token)
	if (appointmentId === null) throw new Response(null, { status: 404 })
	const [visit, payment] = await Promise.all([
		context.appointments.bookedVisit(appointmentId),
		context.payments.paymentOfAppointment(appointmentId),
	])
	if (!visit) throw new Response(null, { status: 404 })
	const view = confirmationView(visit, payment, token, context.now())
	return { ...view, asksToCancel: url.searchParams.get('ask') === 'cancel' && view.isAhead }
}

/** Cancels the visit of the link. */
export async function action({ request, context }: ActionFunctionArgs) {
	// First of all: an answer to a body that was not read breaks the connection.
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const token = new URL(request.url).searchParams.get('visit')
	const appointmentId = token === null ? null : await readBookingLink(cookieKeys, token)
	if (appointmentId === null) throw new Response(null, { status: 404 })
	if (form.get('intent') !== 'cancel') throw new Response(null, { status: 400 })
	const cancelled = await cancelAppointment(context, { appointmentId, now: context.now() })
	if (!cancelled.ok) {
		const refusal = bookingRefusals[cancelled.refusal]
		return data({ refusal }, { status: refusal.status })
	}
	const message = { title: 'Booking Cancelled', description: 'Your booking has been cancelled.' }
	return redirect(`/booking/confirmation?visit=${token}`, {
		headers: { 'set-cookie': await flashHeader(cookieKeys, message) },
	})
}

export default function Confirmation() {
	const { asksToCancel, ...view } = useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()?.refusal
	return (
		<Page>
			{refusal && (
				<Notice tone="error" role="alert" title={refusal.title} className="mb-4">
					{refusal.text}
				</Notice>
			)}
			{asksToCancel ? <CancelQuestion view={view} /> : <BookedVisitPage view={view} />}
		</Page>
	)
}
