import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { appointmentPageFormSchema } from '#app/domain/booking/appointment/appointment-forms.server.ts'
import {
	haveLinksEnded,
	readShownLink,
	signBookingLink,
} from '#app/domain/booking/appointment/booking-link.server.ts'
import { readDraftId, readOwnAppointmentIds } from '#app/http/booking-cookies.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, readUser, requireActor } from '#app/http/signed-in-user.server.ts'
import { confirmationPath, paymentReturnPath } from '#app/kernel/booking-paths.ts'
import { readId } from '#app/kernel/id.server.ts'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { PrintStyle } from '#app/ui/inline.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { RegisterWorker } from '#app/ui/offline/register-worker.tsx'
import { Page, type PageHandle, unlistedMeta } from '#app/ui/page.tsx'
import { AppointmentPage } from './appointment-page.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { confirmationView, handedView } from './confirmation-view.server.ts'
import { handleAppointmentAction } from './handle-appointment-action.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'alone', guestBanner: true }

export const meta: MetaFunction<typeof loader> = ({ data: view }) =>
	unlistedMeta(view ? bookingTitle(view) : 'Booking')

/**
 * One booking, for the holder of its signed link (D7); without a link, this browser's latest booking, or /discover.
 * An incoming payment is settled on its own page (C58).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const url = new URL(request.url)
	if (url.searchParams.get('status') === 'success' && url.searchParams.has('reference'))
		throw redirect(paymentReturnPath + url.search)
	const token = url.searchParams.get('visit')
	const ownId = readId(url.searchParams.get('appointmentId'))
	if (token === null && ownId !== null) {
		// Only its owner and the browser that booked may name a booking by id (C65).
		const isOfBrowser = readOwnAppointmentIds(request, cookieKeys).includes(ownId)
		if (
			!isOfBrowser &&
			!(await context.booking.appointmentViews.isOwnAppointment(requireActor(request, context), ownId))
		)
			throw new Response(null, { status: 404 })
		throw redirect(confirmationPath(await signBookingLink(cookieKeys, ownId)))
	}
	if (token === null) {
		const draftId = readDraftId(request, cookieKeys)
		const appointmentId = draftId === null ? null : await context.booking.appointments.idOfDraft(draftId)
		if (appointmentId === null) throw redirect('/discover')
		throw redirect(confirmationPath(await signBookingLink(cookieKeys, appointmentId)))
	}
	const link = await readShownLink(cookieKeys, token)
	if (!link) throw new Response(null, { status: 404 })
	const { appointmentId, isHanded } = link
	const { push } = context.settings
	const actor = readActor(request, context)
	const [appointment, payment, mayBeAsked, problem, user, isOwn] = await Promise.all([
		context.booking.appointments.appointment(appointmentId),
		context.payments.attempts.paymentOfAppointment(appointmentId),
		push !== null && context.messaging.pushSubscriptions.mayOfferPush(actor, appointmentId),
		context.booking.problems.problemOf(appointmentId),
		readUser(request, context),
		actor !== null && context.booking.appointmentViews.isOwnAppointment(actor, appointmentId),
	])
	const now = context.now()
	const isOwnBrowser = isOwn || readOwnAppointmentIds(request, cookieKeys).includes(appointmentId)
	if (!appointment || (haveLinksEnded(appointment.startsAt, now) && !isOwnBrowser))
		throw new Response(null, { status: 404 })
	const viewer = { token, isOwnBrowser, isSignedIn: user !== null, problem, now }
	const whole = confirmationView(appointment, payment, viewer)
	const view = isHanded ? handedView(whole, appointment) : whole
	const mayCancel = view.isAhead && view.handed?.mayCancel !== false
	return {
		...view,
		asksToCancel: url.searchParams.get('ask') === 'cancel' && mayCancel,
		pushKey: push && mayBeAsked && view.isAhead && !isHanded ? push.publicKey : null,
	}
}

function bookingTitle({
	asksToCancel,
	title,
	referenceNumber,
}: {
	asksToCancel: boolean
	title: string
	referenceNumber: string
}) {
	return `${asksToCancel ? 'Cancel Booking?' : title} ${referenceNumber}`
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const token = new URL(request.url).searchParams.get('visit')
	const link = token === null ? null : await readShownLink(cookieKeys, token)
	if (token === null || link === null) throw new Response(null, { status: 404 })
	const submission = parseWithZod(form, { schema: appointmentPageFormSchema })
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	if (link.isHanded && submission.value.intent !== 'cancel') throw new Response(null, { status: 404 })
	return handleAppointmentAction(request, context, { ...submission.value, ...link, token })
}

export default function Confirmation() {
	const { asksToCancel, pushKey, ...view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<PrintStyle />
			<RefusalNotice refusal={answer?.refusal} />
			{asksToCancel ? <CancelQuestion view={view} /> : <AppointmentPage view={view} pushKey={pushKey} />}
			<RegisterWorker />
		</Page>
	)
}
