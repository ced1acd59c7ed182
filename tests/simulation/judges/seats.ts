import { MINUTE_MS } from '#app/kernel/instant.ts'
import { planRecordOf } from '../stories/plan-record.ts'
import type { World } from '../world.ts'

/** Clocks are off by so much at most. */
const CLOCKS_DIFFER_MS = 10_000

/** Seats by hand: kept places and held seats of each session beside its capacity, and places beside what was told. */
export async function judgeSeats(world: World): Promise<void> {
	const sessions = await world.sql.rows('SELECT id, starts_at, capacity, called_off_at FROM plan_sessions')
	const places = await world.sql.rows('SELECT id, session_id, user_id, status FROM session_bookings')
	const waits = await world.sql.rows(
		'SELECT id, session_id, user_id, joined_at, offer_count, offer_expires_at, ended_at, ended_by FROM session_waits',
	)
	for (const { id, capacity, called_off_at } of sessions) {
		const kept = places.filter((place) => place.session_id === id && place.status !== 'cancelled')
		const offered = waits.filter(
			(wait) =>
				wait.session_id === id &&
				wait.ended_at === null &&
				Number(wait.offer_expires_at) > world.now() + CLOCKS_DIFFER_MS,
		)
		if (kept.length > Number(capacity))
			world.find(`session ${id} of ${capacity} seats has ${kept.length} places`)
		if (called_off_at === null && kept.length + offered.length > Number(capacity))
			world.find(
				`session ${id} of ${capacity} seats has ${kept.length} places and holds ${offered.length} more`,
			)
		const people = new Set(kept.map((place) => place.user_id))
		if (people.size < kept.length) world.find(`session ${id} has two places of one person`)
		if (called_off_at !== null && kept.some(({ status }) => status === 'booked'))
			world.find(`session ${id} was called off, and has places`)
	}
	for (const { id, joined_at, ended_at, ended_by } of waits)
		if (ended_at !== null && Number(ended_at) < Number(joined_at) - CLOCKS_DIFFER_MS)
			world.find(
				`wait ${id} ended (${ended_by}) ${(Number(joined_at) - Number(ended_at)) / MINUTE_MS} minutes before it began`,
			)
	const placeOf = new Map(places.map((place) => [String(place.id), place]))
	for (const { bookingId, sessionId, userId } of planRecordOf(world).placesBooked) {
		const place = placeOf.get(bookingId)
		if (place?.session_id !== sessionId || place.user_id !== userId)
			world.find(`place ${bookingId} in session ${sessionId} was told to ${userId}, and is not there`)
	}
}
