import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { ShopSeat } from '#app/domain/subscriptions/shop-session-repository.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { clockLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { kioskMeta } from '#app/ui/kiosk/kiosk-meta.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { RefreshWithoutScript } from '#app/ui/kiosk/refresh-without-script.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load the sessions',
}

export const meta: MetaFunction = () => kioskMeta('Sessions')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers } = kiosk
	// The zone of the shop comes with the same trip, so a day more is read on both sides.
	const [key, seats] = await Promise.all([
		kiosk.opened(),
		context.shopSessions.seatsBetween(caller, { from: now - DAY_MS, until: now + DAY_MS }),
	])
	const zone = key.shop.timeZone
	const today = civilAt(zone, now).date
	const ofToday = seats.filter(({ startsAt }) => civilAt(zone, startsAt).date === today)
	return data(
		{ shopName: key.shop.name, dateLabel: shortDateLabel(today), sessions: sessionsOf(ofToday, zone, now) },
		{ headers },
	)
}

/** The sessions of the day, each with everybody who is booked. */
function sessionsOf(seats: readonly ShopSeat[], zone: string, now: Instant) {
	return [...bySession(seats).values()].flatMap((rows) => {
		const [first] = rows
		if (!first) return []
		const { sessionId, title, startsAt, durationMinutes, capacity, calledOffAt, leader } = first
		const endsAt = startsAt + durationMinutes * MINUTE_MS
		const people = rows.flatMap(({ bookingId, status, firstName, lastName }) =>
			bookingId === null
				? []
				: [
						{
							id: bookingId,
							name: `${firstName ?? ''} ${lastName ?? ''}`.trim() || 'Former customer',
							status,
						},
					],
		)
		const come = people.filter(({ status }) => status === 'completed').length
		return [
			{
				id: sessionId,
				title,
				when: `${clockLabelAt(zone, startsAt)} – ${clockLabelAt(zone, endsAt)}`,
				leader,
				count: `${people.length} of ${capacity} booked, ${come} here`,
				state:
					calledOffAt !== null ? 'Called off' : endsAt <= now ? 'Over' : startsAt <= now ? 'Running' : null,
				people,
			},
		]
	})
}

function bySession(seats: readonly ShopSeat[]): Map<string, ShopSeat[]> {
	const sessions = new Map<string, ShopSeat[]>()
	for (const seat of seats) sessions.set(seat.sessionId, [...(sessions.get(seat.sessionId) ?? []), seat])
	return sessions
}

/** Today's group sessions, and who has come. */
export default function KioskSessions() {
	const { shopName, dateLabel, sessions } = useLoaderData<typeof loader>()
	return (
		<KioskPage title="Sessions" subtitle={`${shopName} · ${dateLabel}`} section="Sessions">
			<RefreshWithoutScript here="/kiosk/sessions" />
			{sessions.length === 0 ? (
				<EmptyState
					icon="calendar"
					title="No sessions today"
					action={
						<ButtonLink to="/kiosk" size="small">
							To the list of visits
						</ButtonLink>
					}
				/>
			) : (
				<>
					<p className="bar">
						<ButtonLink to="/kiosk/scan" reloadDocument size="small">
							Check somebody in
						</ButtonLink>
					</p>
					<div className="two">
						{sessions.map(({ id, title, when, leader, count, state, people }) => (
							<Card key={id} as="section">
								<h2>{title}</h2>
								<p className="num">
									{when}
									{leader && ` · ${leader}`} {state && <Tag tone="plain">{state}</Tag>}
								</p>
								<p className="soft num">{count}</p>
								<ul>
									{people.map((person) => (
										<li key={person.id} className="row mt-3">
											{person.name}{' '}
											<Tag tone={stateOf(person.status).tone}>{stateOf(person.status).word}</Tag>
										</li>
									))}
								</ul>
							</Card>
						))}
					</div>
				</>
			)}
		</KioskPage>
	)
}

function stateOf(status: string | null): { word: string; tone: 'leaf' | 'clay' | 'plain' } {
	if (status === 'completed') return { word: 'Here', tone: 'leaf' }
	return status === 'no_show' ? { word: 'Did not come', tone: 'clay' } : { word: 'Booked', tone: 'plain' }
}
