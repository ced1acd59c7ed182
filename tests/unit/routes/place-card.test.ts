import { expect, test } from 'vitest'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { placeCard } from '#app/routes/sessions/bookings-view.server.ts'

const startsAt = Date.parse('2026-11-24T17:30Z')
const place: Place = {
	id: 'one',
	sessionId: 'session',
	subscriptionId: 'subscription',
	status: 'booked',
	startsAt,
	endsAt: startsAt + HOUR_MS,
	durationMinutes: 60,
	calledOffAt: null,
	cancelledAt: null,
	cancelledBy: null,
	entryKind: 'total',
	entryReturnedAt: null,
	planTitle: 'Five-Class Card',
	shop: {
		id: 'eko',
		name: 'Èkó',
		timeZone: 'Africa/Lagos',
		address: '1 Road',
		area: 'Yaba',
		city: 'Lagos',
		landmark: null,
		phone: null,
	},
	staff: null,
}

test.each([
	['Africa/Lagos', '18:30', 'Lagos'],
	['America/New_York', '12:30', 'New York'],
] as const)('L22, D15: a booked session names the zone %s of its time', (timeZone, clock, name) => {
	const { time } = placeCard({ ...place, shop: { ...place.shop, timeZone } }, startsAt - HOUR_MS)
	expect(time).toBe(`${clock} (${name} time) · 1 h`)
})
