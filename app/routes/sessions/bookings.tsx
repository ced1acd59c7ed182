import { Form } from '@remix-run/react'
import { type SessionsQuery, sessionsPath } from '#app/ui/account/sessions-query.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { PlaceCardView } from './bookings-view.server.ts'
import { BrokenLink } from './broken-link.tsx'
import type { BookedSessions } from './read-sessions.server.ts'

const emptyBookings = {
	upcoming: { title: 'No Upcoming Sessions', text: 'You don’t have any sessions booked yet.' },
	past: { title: 'No Past Sessions', text: 'Your session history will appear here.' },
}

export function Bookings({ list, query }: { list: BookedSessions; query: SessionsQuery }) {
	const { isPast, plan, back } = query
	const empty = emptyBookings[isPast ? 'past' : 'upcoming']
	return (
		<>
			<nav className="chips even mt-2" aria-label="My Bookings">
				<ChipLink to={sessionsPath({ tab: 'bookings', plan, back })} current={!isPast}>
					Upcoming
				</ChipLink>
				<ChipLink to={sessionsPath({ tab: 'bookings', isPast: true, plan, back })} current={isPast}>
					Past
				</ChipLink>
			</nav>
			{query.isForged && <BrokenLink />}
			{!query.isForged && list.cards.length === 0 && (
				<EmptyState
					icon="calendar"
					title={empty.title}
					action={<ButtonLink to={sessionsPath({ plan, back })}>See available sessions</ButtonLink>}
				>
					{empty.text}
				</EmptyState>
			)}
			{groupPlaces(list.cards).map(({ name, cards }) => (
				<section key={name} className="mt-3">
					{name && <h2 className="mb-2">{name}</h2>}
					<ul>
						{cards.map((place) => (
							<PlaceCard key={place.id} place={place} />
						))}
					</ul>
				</section>
			))}
			<ListPages next={list.next} />
		</>
	)
}

/** A session in progress comes first: its QR code is needed now. */
function groupPlaces(cards: BookedSessions['cards']) {
	const now = cards.filter(({ isNow }) => isNow)
	const later = cards.filter(({ isNow }) => !isNow)
	return [
		{ name: 'Now', cards: now },
		{ name: now.length > 0 ? 'Later' : null, cards: later },
	].filter((group) => group.cards.length > 0)
}

function PlaceCard({ place }: { place: PlaceCardView }) {
	const { id, planTitle, badge, calendar } = place
	const itsName = (
		<span className="sr">
			: {planTitle}, {place.day}, {place.time}
		</span>
	)
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<h2 className="min-w-0">{planTitle}</h2>
				<Tag tone={badge.tone}>{badge.label}</Tag>
			</div>
			<p className="soft text-sm">{place.shopName}</p>
			<p className="mt-2 num">
				<b>{place.day}</b>
				<br />
				{place.time}
			</p>
			{place.instructor && <p className="text-sm">Instructor: {place.instructor}</p>}
			{place.ending && <p className="mt-2 text-sm">{place.ending}</p>}
			{(place.checkInPath || calendar || place.canCancel) && (
				<div className="row mt-3 flex-wrap">
					{place.checkInPath && (
						<Form method="post" action={place.checkInPath} className="grid flex-1">
							<Button type="submit" size="small">
								QR Code{itsName}
							</Button>
						</Form>
					)}
					{calendar && (
						<ButtonLink to={calendar.path} size="small" variant="quiet" className="flex-1">
							{calendar.isRemoval ? 'Remove from Calendar' : 'Add to Calendar'}
							{itsName}
						</ButtonLink>
					)}
					{place.canCancel && (
						<ButtonLink
							to={`/sessions/bookings/${id}/cancel`}
							size="small"
							variant="quiet"
							className="flex-1"
						>
							Cancel Booking{itsName}
						</ButtonLink>
					)}
				</div>
			)}
		</li>
	)
}
