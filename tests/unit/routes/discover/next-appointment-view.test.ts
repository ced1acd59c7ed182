import { expect, test } from 'vitest'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { nextAppointmentRow } from '#app/routes/discover/next-appointment-view.server.ts'

const now = Date.parse('2026-11-24T10:00+01:00')

/** A visit of an hour, some hours from now. */
function appointmentIn(hours: number) {
	const startsAt = now + hours * HOUR_MS
	return {
		appointmentId: `in-${hours}`,
		serviceName: 'Trim',
		shopName: 'Adé Hair Studio',
		timeZone: 'Africa/Lagos',
		startsAt,
		endsAt: startsAt + HOUR_MS,
	}
}

function sessionIn(hours: number, status = 'booked'): Place {
	const startsAt = now + hours * HOUR_MS
	const shop = { name: 'Èkó Dance', timeZone: 'Africa/Lagos' }
	// Only what is shown is there.
	return { status, planTitle: 'Steps', shop, startsAt, endsAt: startsAt + HOUR_MS } as unknown as Place
}

test('L30: the first that is not over is next, a visit or a session', () => {
	const appointments = [appointmentIn(-2), appointmentIn(5), appointmentIn(30)]
	expect(nextAppointmentRow({ appointments, places: [] }, now)).toBe(
		'/booking/confirmation?appointmentId=in-5\nYour next visit\nToday, 3:00 PM\nTrim · Adé Hair Studio',
	)
	expect(nextAppointmentRow({ appointments, places: [sessionIn(4)] }, now)).toBe(
		'/sessions?tab=bookings\nYour next session\nToday, 2:00 PM\nSteps · Èkó Dance',
	)
})

test('L30: one that goes on is shown until it ends', () => {
	const appointments = [appointmentIn(-0.5), appointmentIn(5)]
	expect(nextAppointmentRow({ appointments, places: [] }, now)).toContain('Happening now')
	expect(nextAppointmentRow({ appointments: [appointmentIn(-1)], places: [] }, now)).toBeNull()
})

test('L30: a session that was called off is not ahead', () => {
	expect(nextAppointmentRow({ appointments: [], places: [sessionIn(1, 'cancelled')] }, now)).toBeNull()
})

test('a long name is cut, and stands in full on the page of the visit', () => {
	const appointments = [{ ...appointmentIn(5), serviceName: 'Bridal gèlè tying with matching ìpèlè folding' }]
	expect(nextAppointmentRow({ appointments, places: [] }, now)).toMatch(
		/\nBridal gèlè .{1,10}… · Adé Hair Studio$/,
	)
})
