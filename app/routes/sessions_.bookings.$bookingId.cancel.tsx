import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { entryOnCancelling } from '#app/domain/subscriptions/session-booking.ts'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { type CancelledPlace, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { longDateLabelAt, sessionTimeLabelAt } from '#app/kernel/date-labels.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile', loadFailure: 'Unable to load this booking' }

export const meta = titled('Cancel Booking?')

const bookingsPath = '/sessions?tab=bookings'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const bookingId = readId(params.bookingId)
	const [, place] = await Promise.all([
		requireUser(request, context),
		bookingId === null ? null : context.subscriptions.places.ownPlace(actor, bookingId),
	])
	if (!place) return data({ view: null }, { status: 404 })
	return data({ view: cancelView(place, actor.at) })
}

function cancelView(place: Place, now: Instant) {
	const { planTitle, shop, startsAt, status } = place
	const entry = entryOnCancelling(startsAt, now)
	const isOver = status !== 'booked' || entry === 'too_late'
	return {
		planTitle,
		shopName: shop.name,
		when: `${longDateLabelAt(shop.timeZone, startsAt)}, ${sessionTimeLabelAt(shop.timeZone, startsAt)}`,
		over: isOver
			? status === 'cancelled'
				? 'This booking is cancelled already.'
				: sessionRefusals[status === 'completed' ? 'place_used' : 'session_begun'].text
			: null,
		isLate: entry === 'forfeited',
	}
}

const cancelledWords: Record<CancelledPlace, string> = {
	returned: 'Your booking has been cancelled and entry refunded.',
	forfeited: 'Your booking has been cancelled. This was a late cancellation, so the entry is not refunded.',
	was_cancelled: 'This booking was cancelled before, and nothing has changed.',
}

/** The form is empty, but a body that is no form is refused. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	await readForm(request)
	const bookingId = readId(params.bookingId)
	if (bookingId === null) throw new Response(null, { status: 404 })
	const cancelled = await catchUnexpected(context, () => cancelPlace(context, actor, bookingId))
	if (cancelled.ok) {
		return done(context, bookingsPath, {
			flash: { title: 'Booking Cancelled', description: cancelledWords[cancelled.value] },
		})
	}
	const code = typeof cancelled.refusal === 'string' ? cancelled.refusal : cancelled.refusal.code
	// Signed-out visitors are sent to /login, not to a 404.
	if (code === 'place_not_found') await requireUser(request, context)
	return refusedBy({ title: 'Cancellation Failed', ...sessionRefusals[code] })
}

/** Says first what happens to the entry (D11). */
export default function CancelPlace() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (!view)
		return (
			<Page>
				<EmptyState
					icon="calendar"
					title={sessionRefusals.place_not_found.text}
					isPage
					action={<ButtonLink to={bookingsPath}>See my bookings</ButtonLink>}
				/>
			</Page>
		)
	return (
		<Page>
			<PageHeader
				title="Cancel Booking?"
				subtitle={
					view.over
						? undefined
						: `Are you sure you want to cancel this booking?${view.isLate ? '' : ' Your entry will be refunded to your subscription.'}`
				}
				back={{ to: bookingsPath, label: 'My Bookings' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			<Card>
				<h2>{view.planTitle}</h2>
				<p className="soft text-sm">{view.shopName}</p>
				<p className="mt-2 num">
					<b>{view.when}</b>
				</p>
			</Card>
			{view.over && <Notice className="mt-3">{view.over}</Notice>}
			{!view.over && view.isLate && (
				<Notice tone="error" className="mt-3">
					Note: Cancelling within 24 hours may forfeit your entry according to the cancellation policy. This
					session starts within 24 hours, so your entry will not be refunded.
				</Notice>
			)}
			<Form method="post" className="fill">
				<ActionBar
					note={
						<Link to={bookingsPath} className="tap">
							{view.over ? 'Back to my bookings' : 'Keep Booking'}
						</Link>
					}
				>
					{!view.over && (
						<SubmitButton variant="danger" name="intent" value="cancel" busyLabel="Cancelling...">
							Cancel Booking
						</SubmitButton>
					)}
				</ActionBar>
			</Form>
		</Page>
	)
}
