import { expect, test } from 'vitest'
import { refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'
import { mondayMorningAt } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('details')
const now = mondayMorningAt
const done = { ok: true, value: null }
const changedMeanwhile = { ok: false, refusal: 'changed_meanwhile' }

/** A shop with a key of its own, through which its details are read. */
async function newShop() {
	const shop = await desk.newShop()
	const { keyId, ...caller } = await addOwnCaller(desk.deps, shop.id, now)
	const own = () => desk.deps.discovery.details.own(caller)
	async function details() {
		const found = await own()
		if (!found) throw new Error('The key opens nothing.')
		return found
	}
	return { shop, keyId, own, details }
}

test('details are read through the key of their shop alone, and changed in no other shop', async () => {
	const [one, other] = [await newShop(), await newShop()]
	const before = await other.details()
	const fields: Partial<ShopDetails> = {
		...{ description: 'Braids', landmark: 'Behind the bank', phone: null, whatsapp: '+2348031234567' },
		...{ depositKind: 'percent', depositValue: 30, prepayAfterNoShows: 2, minimumNoticeMinutes: 0 },
		...{ horizonDays: 14, freeCancellationMinutes: 60, rescheduleCutoffMinutes: 0, maxAheadUnproven: 2 },
		...{ maxAheadProven: 3, maxGuestBookingsPerHour: 4, maxMoves: 1, depositHoldHours: 5 },
	}
	expect(await changeDetails(desk.deps, { shopId: one.shop.id, fields, now })).toEqual(done)
	expect(await one.details()).toEqual(fields)
	expect(await other.details()).toEqual(before)
	await desk
		.database()
		.change(`UPDATE access_keys SET ended_at = 1, ending = 'revoked' WHERE id = ?`, one.keyId)
	expect(await one.own()).toBeNull()
})

test('a change of one detail leaves the others, and looks for the free times anew', async () => {
	const { shop, details } = await newShop()
	const before = await details()
	const looks = () =>
		desk.database().count('SELECT change_count AS n FROM opening_looks WHERE shop_id = ?', shop.id)
	const looked = await looks()
	await changeDetails(desk.deps, { shopId: shop.id, fields: { horizonDays: 7 }, now })
	expect(await details()).toEqual({ ...before, horizonDays: 7 })
	expect(await looks()).toBeGreaterThan(looked)
})

test('details that are neither as they were seen nor as they are wanted are refused; sent twice, they are saved', async () => {
	const { shop, details } = await newShop()
	const seen = await details()
	const asked = { shopId: shop.id, now, seen }
	const ofOne = { ...asked, fields: { ...seen, landmark: 'By the park' } }
	const ofTwo = { ...asked, fields: { ...seen, phone: '+2348031234567' } }
	expect(await changeDetails(desk.deps, ofOne)).toEqual(done)
	expect(await changeDetails(desk.deps, ofOne)).toEqual(done)
	expect(await changeDetails(desk.deps, ofTwo)).toEqual(changedMeanwhile)
	const between = await details()
	expect(between).toEqual(ofOne.fields)
	const again = { ...ofTwo, seen: between, fields: { ...between, phone: '+2348031234567' } }
	expect(await changeDetails(desk.deps, again)).toEqual(done)
	expect(await details()).toEqual(again.fields)
})

test('two devices at once: one of them is saved, and the other is told', async () => {
	for (let round = 0; round < 6; round++) {
		const { shop, details } = await newShop()
		const seen = await details()
		const change = (maxMoves: number) =>
			changeDetails(bookingDeps(desk.database().url), {
				shopId: shop.id,
				now,
				seen,
				fields: { ...seen, maxMoves },
			})
		const answers = await Promise.all([change(1), change(2)])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(answers).toContainEqual(changedMeanwhile)
		expect((await details()).maxMoves).toBe(answers[0]?.ok ? 1 : 2)
	}
})

test('a new deadline: what is booked keeps the instant until which its money is refundable', async () => {
	const { shop } = await newShop()
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const booked = () =>
		desk
			.database()
			.rows(
				'SELECT starts_at, refundable_until_at, total_kobo FROM appointments WHERE shop_id = ? ORDER BY created_at',
				shop.id,
			)
	const [before] = await booked()
	await changeDetails(desk.deps, {
		shopId: shop.id,
		fields: { freeCancellationMinutes: 60, depositKind: 'amount', depositValue: 200_000 },
		now,
	})
	const guest = await desk.newGuest().begin(shop.idOf('cut'))
	const free = (await guest.times())?.days.flatMap(({ slots }) => slots).find((slot) => slot.free)
	await guest.hold(free?.startsAt ?? 0)
	expect((await guest.book()).ok).toBe(true)
	const after = await booked()
	expect(after).toContainEqual(before)
	const other = after.find((row) => row.starts_at !== before?.starts_at)
	expect(other?.refundable_until_at).toBe(refundableUntil(Number(other?.starts_at), 60))
})
