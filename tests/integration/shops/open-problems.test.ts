import { expect, test } from 'vitest'
import { answerProblem, reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'

const desk = withBookingDesk('problems')

test('what customers report waits at its own shop alone, the oldest first, until it is answered', async () => {
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	const now = ten + 3 * HOUR_MS
	for (const startsAt of [ten, ten + 2 * HOUR_MS]) {
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		await guest.hold(startsAt)
		expect((await guest.book()).ok).toBe(true)
	}
	const visits = await desk.appointmentsOf(shop.id)
	for (const [i, { id }] of visits.entries())
		expect(
			await reportProblem(desk.deps, {
				appointmentId: String(id),
				kind: 'money',
				words: 'Twice',
				now: now + i,
			}),
		).toEqual({ ok: true, value: null })
	const open = async (shopId: string, limit = 9) =>
		desk.deps.booking.problems.ownOpen(await addOwnCaller(desk.deps, shopId, now), limit)
	const expected = visits.map((visit, i) => ({
		referenceNumber: visit.reference_number,
		kind: 'money',
		startsAt: visit.starts_at,
		reportedAt: now + i,
	}))
	expect(await open(shop.id)).toEqual(expected)
	expect(await open(shop.id, 1)).toEqual(expected.slice(0, 1))
	expect(await open(other.id)).toEqual([])
	const referenceNumber = String(visits[0]?.reference_number)
	const answered = await answerProblem(desk.deps, {
		...{ shopId: shop.id, referenceNumber, ownUserId: null, alongside: [] },
		...{ answer: 'We refunded it.', now: now + HOUR_MS },
	})
	expect(answered.ok).toBe(true)
	expect(await open(shop.id)).toEqual(expected.slice(1))
})
