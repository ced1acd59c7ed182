import { beforeEach, describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/cancel-appointment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type BookingDeps, bookingDeps, newCustomer, type TestClock } from './customer.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from './small-shop.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')

let deps: BookingDeps
let clock: TestClock
let shopCount = 0
beforeEach(() => {
	deps = bookingDeps(database().url)
	clock = { now: mondayMorningAt }
})

const newShop = () => addSmallShop(database().client, `overlap${++shopCount}`)

/** Books a cut in a shop of its own, with the visits that this browser remembers. */
async function bookAt(startsAt: Instant, own?: { visitIds: readonly string[]; anyway: boolean }) {
	const shop = await newShop()
	const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
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
		await cancelAppointment(deps, { appointmentId: first, now: clock.now })
		expect((await bookAt(ten, own)).ok).toBe(true)
	})

	test('is never told of visits that this browser did not make, though name and phone are the same', async () => {
		await idOfVisitAt(ten)
		expect((await bookAt(ten, { visitIds: [], anyway: false })).ok).toBe(true)
		expect(await deps.appointments.liveVisits([])).toEqual([])
	})
})
