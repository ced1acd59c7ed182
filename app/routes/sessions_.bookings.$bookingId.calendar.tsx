import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { googleCalendarLink } from '#app/domain/messaging/calendar-file.server.ts'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { calendarSession } from '#app/flows/subscriptions/book-session.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { longDateLabelAt, sessionTimeLabelAt } from '#app/kernel/date-labels.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile', loadFailure: 'Unable to load this booking' }

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
	{ title: pageTitle(calendarTitle(found?.view)) },
]

const bookingsPath = '/sessions?tab=bookings'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const bookingId = readId(params.bookingId)
	const [, place] = await Promise.all([
		requireUser(request, context),
		bookingId === null ? null : context.subscriptions.places.ownPlace(actor, bookingId),
	])
	if (!place) return data({ view: null }, { status: 404 })
	const session = calendarSession(place)
	const { timeZone } = place.shop
	return data({
		view: {
			title: session.title,
			when: `${longDateLabelAt(timeZone, place.startsAt)}, ${sessionTimeLabelAt(timeZone, place.startsAt)}`,
			isCancelled: session.isCancelled,
			file: `/sessions/bookings/${place.id}/calendar.ics`,
			google: session.isCancelled ? null : googleCalendarLink(session),
		},
	})
}

function calendarTitle(view: { isCancelled: boolean } | null | undefined): string {
	return view?.isCancelled ? 'Remove from Calendar' : 'Add to Calendar'
}

export default function AddToCalendar() {
	const { view } = useLoaderData<typeof loader>()
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
			<PageHeader title={calendarTitle(view)} back={{ to: bookingsPath, label: 'My Bookings' }} />
			<Card>
				<h2>{view.title}</h2>
				<p className="mt-2 num">
					<b>{view.when}</b>
				</p>
			</Card>
			<p className="soft text-sm mt-3 mb-3">
				{view.isCancelled
					? 'Open this file to remove the session from the calendar you added it to. In Google Calendar, delete it yourself.'
					: 'The file works with your phone’s calendar, and reminds you two hours before.'}
			</p>
			<ButtonLink to={view.file} reloadDocument>
				Download Calendar File
			</ButtonLink>
			{view.google && (
				<ButtonLink to={view.google} variant="quiet" className="mt-3" target="_blank" rel="noreferrer">
					Google Calendar
				</ButtonLink>
			)}
		</Page>
	)
}
