import type { ShopSeat } from '#app/domain/subscriptions/owner-session-repository.server.ts'
import { type CivilDate, isCivilDate } from '#app/kernel/civil.ts'
import { shortDateLabel, stretchLabelAt } from '#app/kernel/date-labels.server.ts'
import { dayLinks } from '#app/kernel/day-links.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Key = { shop: { name: string; timeZone: string } }

/** The group sessions of a day, as the kiosk draws them. `opened` is read in the same trip. */
export async function readShopSessions(
	{ subscriptions: { shopSessions } }: Pick<Repositories, 'subscriptions'>,
	{ caller, now, opened }: { caller: ShopCaller; now: Instant; opened(): Promise<Key> },
	search: URLSearchParams,
) {
	const named = search.get('date')
	const requested = named !== null && isCivilDate(named) ? named : null
	// The zone comes with this read, so a day more is read on both sides.
	const from = requested === null ? now : Date.parse(requested)
	const until = requested === null ? now : from + DAY_MS
	const [{ shop }, seats] = await Promise.all([
		opened(),
		shopSessions.seatsBetween(caller, { from: from - DAY_MS, until: until + DAY_MS }),
	])
	const zone = shop.timeZone
	const today = civilAt(zone, now).date
	const date = requested ?? today
	const ofDay = seats.filter(({ startsAt }) => civilAt(zone, startsAt).date === date)
	const isToday = date === today
	return {
		at: now,
		here: sessionsAddress(isToday ? null : date),
		shopName: shop.name,
		dateLabel: shortDateLabel(date),
		isToday,
		days: dayLinks(date, today, sessionsAddress),
		sessions: groupBySession(ofDay, zone, now),
	}
}

function sessionsAddress(date: CivilDate | null): string {
	return date === null ? '/kiosk/sessions' : `/kiosk/sessions?date=${date}`
}

/** The sessions of the day, each with its booked places. */
function groupBySession(seats: readonly ShopSeat[], zone: string, now: Instant) {
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
				when: stretchLabelAt(zone, startsAt, endsAt),
				leader,
				count: `${people.length} of ${capacity} booked, ${come} here`,
				state:
					calledOffAt !== null
						? 'Called off'
						: endsAt <= now
							? 'Over'
							: startsAt <= now
								? 'In progress'
								: null,
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
