import { expect, test } from 'vitest'
import type { ListedAppointment } from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { appointmentCard } from '#app/routes/appointments/appointments-view.server.ts'

const startsAt = Date.parse('2026-11-24T10:00+01:00')

const appointment: ListedAppointment = {
	appointmentId: 'one',
	status: 'CONFIRMED',
	referenceNumber: 'ABC-1234',
	startsAt,
	scheduledDate: '2026-11-24',
	scheduledTime: '10:00',
	durationMinutes: 60,
	totalKobo: 350_000,
	discountKobo: 0,
	serviceNames: ['Trim'],
	staffName: 'Ada',
	isByShop: false,
	mayReview: false,
	isReviewed: false,
	shop: {
		id: 'shop',
		name: 'Adé Hair Studio',
		address: '12 Herbert Macaulay Way',
		area: 'Yaba',
		city: 'Lagos',
		rescheduleCutoffMinutes: 180,
	},
}

const cardAt = (now: number, status: ListedAppointment['status'] = 'CONFIRMED') =>
	appointmentCard({ ...appointment, status }, ['a-key-of-32-letters-for-this-test'], now)
const statusAt = async (...at: Parameters<typeof cardAt>) => (await cardAt(...at)).status.label

test('a visit that goes on reads as now, and as past once it is over and the shop has not closed it', async () => {
	expect(await statusAt(startsAt - 1)).toBe('Confirmed')
	expect(await statusAt(startsAt)).toBe('Now')
	expect(await statusAt(startsAt + HOUR_MS - 1)).toBe('Now')
	expect(await statusAt(startsAt + HOUR_MS)).toBe('Past')
	expect(await statusAt(startsAt, 'COMPLETED')).toBe('Completed')
})

test('a visit that the shop booked says so', async () => {
	const card = await appointmentCard(
		{ ...appointment, isByShop: true },
		['a-key-of-32-letters-for-this-test'],
		startsAt,
	)
	expect(card).toMatchObject({ isByShop: true })
	expect(await cardAt(startsAt)).not.toHaveProperty('isByShop')
})

test('a past visit stays in Pending until its shop has closed it', async () => {
	expect((await cardAt(startsAt + HOUR_MS)).tab).toBe('pending')
	expect((await cardAt(startsAt + HOUR_MS, 'COMPLETED')).tab).toBe('completed')
	expect((await cardAt(startsAt + HOUR_MS, 'NO_SHOW')).tab).toBe('cancelled')
})
