import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('overlap')
const { clock, newShop, newGuest } = desk

/** Books a cut in a new shop. The browser remembers `appointmentIds`, 'Book anyway' names `overlapIds`. */
async function bookAt(
	startsAt: Instant,
	appointmentIds: readonly string[] = [],
	overlapIds: readonly string[] = [],
) {
	const shop = await newShop()
	const guest = await newGuest().begin(shop.idOf('cut'))
	await guest.hold(startsAt)
	return guest.book({ overlapIds }, {}, { own: { appointmentIds } })
}

async function idOfAppointmentAt(startsAt: Instant): Promise<string> {
	const booked = await bookAt(startsAt)
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.appointmentId
}

describe('R6: a customer who is somewhere else at that time', () => {
	test('is warned before anything is booked, and books anyway with a second press', async () => {
		const first = await idOfAppointmentAt(ten)
		const half10 = lagos(tuesday, '10:30')
		expect(await bookAt(half10, [first])).toEqual(refused('own_overlap'))
		expect((await bookAt(half10, [first], [first])).ok).toBe(true)
	})

	test('L29: is asked again about a visit that was booked after the page had named the others', async () => {
		const named = await idOfAppointmentAt(ten)
		const since = await idOfAppointmentAt(ten)
		const half10 = lagos(tuesday, '10:30')
		expect(await bookAt(half10, [named, since], [named])).toEqual(refused('own_overlap'))
		expect((await bookAt(half10, [named, since], [since, named])).ok).toBe(true)
	})

	test('is not warned for a visit that ends when the other begins, nor for a cancelled one', async () => {
		const first = await idOfAppointmentAt(ten)
		expect((await bookAt(lagos(tuesday, '11:00'), [first])).ok).toBe(true)
		expect((await bookAt(lagos(tuesday, '09:00'), [first])).ok).toBe(true)
		await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId: first }, now: clock.now })
		expect((await bookAt(ten, [first])).ok).toBe(true)
	})

	test('is never told of visits that this browser did not make, though name and phone are the same', async () => {
		await idOfAppointmentAt(ten)
		expect((await bookAt(ten)).ok).toBe(true)
		expect(await desk.deps.booking.appointments.liveAppointments([])).toEqual([])
	})
})
