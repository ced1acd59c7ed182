import { describe, expect, test } from 'vitest'
import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { newAppointment, withFreshReferenceNumber } from '#app/flows/booking/new-booking.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const item = (id: string, priceKobo: number, durationMinutes: number) => ({
	id,
	name: id,
	priceKobo,
	durationMinutes,
})
const checkout = {
	checkoutId: 'checkout',
	userId: null,
	draftId: 'draft',
	shopId: 'shop',
	contact: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: null },
	services: [item('Cut', 500_000, 60), item('Nails', 200_000, 30), item('Facial', 300_000, 45)],
	addOns: [item('Wash', 100_000, 15)],
	subtotalKobo: 1_100_000,
	discountKobo: 100_000,
	tipKobo: 100_000,
	totalKobo: 1_100_000,
	cashbackKobo: 0,
	promoCodeId: 'promo',
	referralCodeId: null,
	rewardId: null,
	paymentChoice: 'online' as const,
	paymentMethod: 'CARD' as const,
}
// Half past eleven at night in London is another day in Lagos.
const startsAt = Date.parse('2026-11-24T23:30Z')
const making = {
	startsAt,
	timeZone: 'Africa/Lagos',
	refundableUntilAt: startsAt - HOUR_MS,
	paidKobo: 1_100_000,
	now: 1,
}

describe('the visit that a checkout becomes', () => {
	test('has the shop’s date and clock time, the length of all that is done, and names the further services', () => {
		expect(newAppointment(checkout, making)).toMatchObject({
			checkoutId: 'checkout',
			scheduledDate: '2026-11-25',
			scheduledTime: '00:30',
			startsAt,
			endsAt: startsAt + 150 * MINUTE_MS,
			durationMinutes: 150,
			notes: 'Additional services: Nails, Facial',
			totalKobo: 1_100_000,
			paidKobo: 1_100_000,
			refundableUntilAt: startsAt - HOUR_MS,
			now: 1,
		})
	})

	test('of one service needs no note', () => {
		expect(newAppointment({ ...checkout, services: checkout.services.slice(0, 1) }, making).notes).toBeNull()
	})

	test('has ids and a number of its own each time', () => {
		const [one, two] = [newAppointment(checkout, making), newAppointment(checkout, making)]
		expect(one.referenceNumber).toMatch(/^[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{4}$/)
		expect(one.referenceNumber).not.toBe(two.referenceNumber)
		expect(one.appointmentId).not.toBe(two.appointmentId)
	})

	test('draws another number when its own is in use, three times at the most', async () => {
		const used = new DatabaseError('violation', '', 'unique:appointments.reference_number')
		const tried: string[] = []
		const appointment = newAppointment(checkout, making)
		const written = await withFreshReferenceNumber(appointment, async () => {
			tried.push(appointment.referenceNumber)
			if (tried.length < 3) throw used
			return 'written'
		})
		expect(written).toBe('written')
		expect(new Set(tried).size).toBe(3)
		await expect(withFreshReferenceNumber(appointment, () => Promise.reject(used))).rejects.toBe(used)
		const other = new DatabaseError('violation', '', 'slot_taken')
		await expect(withFreshReferenceNumber(appointment, () => Promise.reject(other))).rejects.toBe(other)
	})
})

test('what was paid pays the work first, and its last part is the staff’s tip', () => {
	const tip = (paidKobo: number) =>
		tipIn({ totalKobo: 1_100_000, tipKobo: 100_000, cashbackKobo: 0 }, paidKobo)
	expect([300_000, 1_000_000, 1_000_001, 1_050_000, 1_100_000].map(tip)).toEqual([0, 0, 1, 50_000, 100_000])
	// Cashback pays for the work as well, and never for the tip.
	const withCashback = { totalKobo: 1_100_000, tipKobo: 100_000, cashbackKobo: 400_000 }
	expect([600_000, 650_000, 700_000].map((paidKobo) => tipIn(withCashback, paidKobo))).toEqual([
		0, 50_000, 100_000,
	])
})
