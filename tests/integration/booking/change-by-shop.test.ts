import { describe, expect, test } from 'vitest'
import { appointmentPolicies } from '#app/domain/booking/appointment/appointment-policy.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { changeAppointment, shownSums } from '#app/flows/booking/change-appointment.server.ts'
import { changeNote } from '#app/flows/booking/edit-appointment.server.ts'
import { planChange, readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, refused, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('by-shop')
const services = {
	cut: {},
	wash: { minutes: 30, priceKobo: 200_000 },
	locs: { minutes: 120, priceKobo: 900_000 },
}
const newShop = () => desk.newShop({ staff: { Ada: {}, Bola: {} }, services })

let bookings = 0
async function booked(shop: SmallShop, lowered: { totalKobo: number; reason: string } | null = null) {
	const answer = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: shop.idOf('Ada'),
		startsAt: ten,
		isByPhone: true,
		customer: { ...newContact(), userId: null },
		lowered,
		draftId: `changed-by-shop-${++bookings}`,
		now: desk.clock.now,
	})
	if (!answer.ok) throw new Error(answer.refusal)
	return answer.value
}
type Booked = Awaited<ReturnType<typeof booked>>

async function change(
	shop: SmallShop,
	{ appointmentId, referenceNumber }: Booked,
	service: string,
	shopId = shop.id,
) {
	const { deps, clock } = desk
	const wanted = { position: 0, serviceId: shop.idOf(service), staffMemberId: null, startsAt: ten }
	const found = await readChangeable(deps, { appointmentId, wanted, now: clock.now })
	if (!found) throw new Error('it is there')
	const planned = planChange(found, wanted, clock.now, appointmentPolicies.shop)
	return changeAppointment(deps, {
		by: { kind: 'shop', shopId, referenceNumber },
		wanted,
		sequence: found.toChange.sequence,
		shown: planned.ok ? shownSums(planned.value.bill) : '',
		now: clock.now,
	})
}
const rowOf = async ({ appointmentId }: Booked) =>
	(await desk.rows('SELECT * FROM appointments WHERE id = ?', appointmentId))[0]

describe('a service that the shop changes', () => {
	test('is changed up to the end, as often as needed, and its customer is told; another shop finds nothing', async () => {
		const [shop, other] = [await newShop(), await newShop()]
		const appointment = await booked(shop)
		await desk.change('UPDATE shops SET max_moves = 1 WHERE id = ?', shop.id)
		expect(await change(shop, appointment, 'wash', other.id)).toEqual(refused('visit_not_found'))
		for (const service of ['wash', 'cut', 'wash'])
			expect(await change(shop, appointment, service)).toEqual({ ok: true, value: { isChanged: true } })
		expect(await rowOf(appointment)).toMatchObject({
			total_kobo: 200_000,
			move_count: 0,
			ends_at: ten + HOUR_MS / 2,
		})
		const told = await desk.rows(
			`SELECT payload ->> 'isByShop' AS by_shop FROM outbox WHERE kind = 'changed' AND payload ->> 'appointmentId' = ?`,
			appointment.appointmentId,
		)
		expect(told).toHaveLength(3)
		expect(told.every(({ by_shop }) => by_shop === 1 || by_shop === 'true')).toBe(true)
		// It has begun, and its customer could change nothing any more.
		desk.clock.now = ten + 5 * MINUTE_MS
		expect(await change(shop, appointment, 'cut')).toMatchObject({ ok: true })
		await desk.change(
			`UPDATE appointments SET status = 'NO_SHOW', missed_at = 1 WHERE id = ?`,
			appointment.appointmentId,
		)
		expect(await change(shop, appointment, 'wash')).toEqual(refused('visit_missed'))
	})

	test('needs its time: a longer one that meets the next visit is refused, and nothing is changed', async () => {
		const shop = await newShop()
		const appointment = await booked(shop)
		await bookWalkIn(desk.deps, {
			shopId: shop.id,
			serviceIds: [shop.idOf('cut')],
			staffMemberId: shop.idOf('Ada'),
			startsAt: ten + HOUR_MS,
			customer: { ...newContact(), userId: null },
			draftId: `next-${shop.id}`,
			now: desk.clock.now,
		})
		await desk.change(
			'DELETE FROM staff_services WHERE staff_member_id = ? AND service_id = ?',
			shop.idOf('Bola'),
			shop.idOf('locs'),
		)
		const before = await rowOf(appointment)
		expect(await change(shop, appointment, 'locs')).toEqual(refused('does_not_fit'))
		expect(await rowOf(appointment)).toEqual(before)
	})

	test('keeps what the shop took off, as far as the new price goes', async () => {
		const shop = await newShop()
		const appointment = await booked(shop, { totalKobo: 200_000, reason: 'Staff' })
		await change(shop, appointment, 'locs')
		expect(await rowOf(appointment)).toMatchObject({ total_kobo: 600_000, discount_kobo: 300_000 })
		await change(shop, appointment, 'wash')
		expect(await rowOf(appointment)).toMatchObject({ total_kobo: 0, discount_kobo: 200_000 })
	})
})

describe('the note of a visit', () => {
	test('is that of one of two desks; the other reads that it has changed', async () => {
		const shop = await newShop()
		const { referenceNumber } = await booked(shop)
		const write = (note: string, seen = '') =>
			changeNote(desk.deps, { shopId: shop.id, referenceNumber, note, seen, now: desk.clock.now })
		const answers = await Promise.all([write('Left'), write('Right')])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(answers).toContainEqual(refused('visit_changed'))
		expect(
			await changeNote(desk.deps, { shopId: 'other', referenceNumber, note: 'x', seen: '', now: 0 }),
		).toEqual(refused('visit_not_found'))
	})
})
