import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import type { WalkInCustomer } from '#app/flows/booking/plan-walk-in.server.ts'
import { writeReview } from '#app/flows/booking/reviews.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { newContact, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('write-review')

let bookings = 0
/** A visit that the shop books for this customer, and completes. */
async function madeByShop(shop: SmallShop, customer: Partial<WalkInCustomer> = {}): Promise<string> {
	const draftId = `write-review-${++bookings}`
	const booked = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt: ten + (bookings % 8) * HOUR_MS,
		isByPhone: true,
		customer: { ...newContact(), userId: null, ...customer },
		draftId,
		now: desk.clock.now,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	await complete(booked.value.appointmentId)
	return booked.value.appointmentId
}

async function complete(appointmentId: string): Promise<void> {
	const [row] = await desk.rows(
		'SELECT reference_number AS reference, ends_at AS at FROM appointments WHERE id = ?',
		appointmentId,
	)
	const referenceNumber = String(row?.reference)
	const done = await completeAppointment(desk.deps, { referenceNumber, isPaid: true, now: Number(row?.at) })
	expect(done).toMatchObject({ ok: true })
}

const review = (appointmentId: string, rating = 5) =>
	writeReview(desk.deps, null, { appointmentId, rating, comment: 'Great' }, desk.clock.now)
const ratingOf = async (shop: SmallShop) =>
	(await desk.rows('SELECT review_count AS count, rating_sum AS sum FROM shops WHERE id = ?', shop.id))[0]

test('D12: a visit that the shop made for a typed contact is neither asked about nor reviewed', async () => {
	const shop = await desk.newShop()
	const appointmentId = await madeByShop(shop)
	await expect(mailTo(desk, appointmentId, 'how_was_it')).rejects.toThrow('appointment_not_reviewable')
	expect(await review(appointmentId)).toEqual(refused('not_reviewable'))
	expect((await desk.deps.booking.appointments.appointment(appointmentId))?.mayReview).toBe(false)
	expect(await ratingOf(shop)).toEqual({ count: 0, sum: 0 })
})

test('D12: a guest’s own visit, one paid online, and one of a proven account count', async () => {
	const shop = await desk.newShop()
	const guest = await desk.atCheckout(shop.idOf('cut'))
	const own = await guest.book()
	if (!own.ok) throw new Error(own.refusal)
	await complete(own.value.appointmentId)
	expect(await review(own.value.appointmentId)).toMatchObject({ ok: true })

	const deposited = await madeByShop(shop)
	expect(await review(deposited)).toEqual(refused('not_reviewable'))
	const payOnline = (kobo: number) =>
		desk.change('UPDATE appointments SET paid_kobo = ? WHERE id = ?', kobo, deposited)
	await payOnline(100_000)
	expect(await review(deposited, 3)).toMatchObject({ ok: true })
	await payOnline(0)

	const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	const known = await madeByShop(shop, { userId: customer.userId })
	const isProven = (at: number | null) =>
		desk.change('UPDATE users SET email_verified_at = ? WHERE id = ?', at, customer.userId)
	await isProven(null)
	expect(await review(known)).toEqual(refused('not_reviewable'))
	await isProven(desk.clock.now)
	expect((await mailTo(desk, known, 'how_was_it')).subject).toContain('How was')
	expect(await review(known, 4)).toMatchObject({ ok: true })
	expect(await ratingOf(shop)).toEqual({ count: 3, sum: 12 })
})
