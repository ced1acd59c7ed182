import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { bookingRefusals, conflicts, moveRefusal } from '#app/domain/booking/booking-refusal.ts'
import { moveAppointment } from '#app/flows/move-appointment.server.ts'
import { offerOtherTimesToMove } from '#app/flows/offer-other-times.server.ts'
import { readMoveTimes } from '#app/flows/read-move-times.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readInstant } from '#app/http/read-instant.server.ts'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { WeekOfSlots } from '#app/ui/week-of-slots.tsx'
import { type MoveView, moveView } from './move-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [
	{ title: pageTitle('Reschedule') },
	{ name: 'robots', content: 'noindex' },
]

/** The times to which the visit of a signed link can be moved. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { searchParams } = new URL(request.url)
	const { token, appointmentId } = await visitOf(request, context.settings.cookieKeys)
	const times = await readMoveTimes(context, {
		appointmentId,
		wishedFrom: searchParams.get('from'),
		wishedDate: searchParams.get('date'),
		now,
	})
	if (!times) throw new Response(null, { status: 404 })
	return moveView(times, token, now)
}

export async function action({ request, context }: ActionFunctionArgs) {
	// First of all: an answer to a body that was not read breaks the connection.
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const { token, appointmentId } = await visitOf(request, cookieKeys)
	const startsAt = readInstant(form.get('startsAt'))
	const now = context.now()
	if (startsAt === null) return data({ ...bookingRefusals.missing_date_time, offer: null }, { status: 422 })
	const moved = await moveAppointment(context, { appointmentId, startsAt, now })
	const bookingPage = `/booking/confirmation?visit=${token}`
	if (moved.ok) {
		if (!moved.value.isChanged) return redirect(bookingPage)
		const message = { title: 'Booking Moved', description: 'Your visit has its new time.' }
		return redirect(bookingPage, { headers: { 'set-cookie': await flashHeader(cookieKeys, message) } })
	}
	const refusal = moveRefusal(moved.refusal)
	const offer = conflicts.includes(moved.refusal)
		? await offerOtherTimesToMove(context, { appointmentId, wishedStartAt: startsAt, now })
		: null
	return data({ ...refusal, offer }, { status: refusal.status })
}

/** Whoever has the link may; anything else is not found. */
async function visitOf(request: Request, cookieKeys: string[]) {
	const token = new URL(request.url).searchParams.get('visit')
	const appointmentId = token === null ? null : await readBookingLink(cookieKeys, token)
	if (token === null || appointmentId === null) throw new Response(null, { status: 404 })
	return { token, appointmentId }
}

export default function Reschedule() {
	const view = useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()
	if (refusal && view.problem === null) {
		return (
			<Page>
				<BookingConflict {...refusal} timePage={view.movePage} />
			</Page>
		)
	}
	return (
		<Page>
			<PageHeader
				title="Move your visit"
				subtitle={`Now: ${view.nowLabel}, ${view.shopName}`}
				back={{ to: view.bookingPage, label: 'Your booking' }}
			/>
			{view.problem === null ? (
				<WeekOfSlots
					week={view.week}
					chosenValue={view.startsAt}
					mayKeep={false}
					whenNothingIsFree="Please call the business."
					summary={view.summary}
					note={view.policy}
					button="Move to this time"
					busyLabel="Moving…"
				/>
			) : (
				<NotMovable view={view} problem={view.problem} />
			)}
		</Page>
	)
}

function NotMovable({ view, problem }: { view: MoveView; problem: { title: string; text: string } }) {
	return (
		<EmptyState
			icon="clock"
			title={problem.title}
			action={
				view.isAhead && view.phone ? (
					<ButtonLink to={view.phone.href}>Call {view.phone.label}</ButtonLink>
				) : (
					<ButtonLink to={view.bookingPage}>Your booking</ButtonLink>
				)
			}
		>
			{problem.text}
		</EmptyState>
	)
}
