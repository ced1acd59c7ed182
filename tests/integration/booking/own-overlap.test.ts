import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('overlap')
const { clock, newShop, newGuest } = desk

/** Books a cut in a shop of its own, with the visits that this browser remembers. */
async function bookAt(startsAt: Instant, own?: { visitIds: readonly string[]; anyway: boolean }) {
	const shop = await newShop()
	const guest = await newGuest().begin(shop.idOf('cut'))
	await guest.hold(startsAt)
	return guest.book({}, {}, own)
}

async function idOfVisitAt(startsAt: Instant): Promise<string> {
	const booked = await bookAt(startsAt)
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.appointmentId
}

describe('R6: a customer who is somewhere else at that time', () => {
	test('is warned before anything is booked, and books anyway with a second press', async () => {
		const first = await idOfVisitAt(ten)
		const half10 = lagos(tuesday, '10:30')
		expect(await bookAt(half10, { visitIds: [first], anyway: false })).toEqual({
			ok: false,
			refusal: 'own_overlap',
		})
		expect((await bookAt(half10, { visitIds: [first], anyway: true })).ok).toBe(true)
	})

	test('is not warned for a visit that ends when the other begins, nor for a cancelled one', async () => {
		const first = await idOfVisitAt(ten)
		const own = { visitIds: [first], anyway: false }
		expect((await bookAt(lagos(tuesday, '11:00'), own)).ok).toBe(true)
		expect((await bookAt(lagos(tuesday, '09:00'), own)).ok).toBe(true)
		await cancelAppointment(desk.deps, { appointmentId: first, now: clock.now })
		expect((await bookAt(ten, own)).ok).toBe(true)
	})

	test('is never told of visits that this browser did not make, though name and phone are the same', async () => {
		await idOfVisitAt(ten)
		expect((await bookAt(ten, { visitIds: [], anyway: false })).ok).toBe(true)
		expect(await desk.deps.appointments.liveAppointments([])).toEqual([])
	})
})
