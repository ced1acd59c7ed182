import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { afterCalendar } from '#tests/support/around-a-write.ts'
import { newGuest, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, monday, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

/** How long a time is kept for a payment, and what money becomes that comes later. */
const desk = withPaymentDesk('late')
const eleven = lagos(tuesday, '11:00')
const adaAndBola: SmallShopPlan = { staff: { Ada: {}, Bola: {} } }

describe('a time that is kept is a promise', () => {
	const changes = {
		'the person left': 'UPDATE staff_members SET is_active = 0 WHERE shop_id = ?',
		'the service is not offered any more': 'UPDATE services SET is_enabled = 0 WHERE shop_id = ?',
		'the shop closes earlier': 'UPDATE shop_hours SET closes_minute = 600 WHERE shop_id = ?',
		'the person has a day off': `INSERT INTO staff_days_off (staff_member_id, date) SELECT id, '${tuesday}' FROM staff_members WHERE shop_id = ?`,
	}
	for (const [what, sql] of Object.entries(changes)) {
		test(`${what} since: kept while it is held; afterwards, tidied away or not, other times are offered`, async () => {
			const kept = await desk.newShop()
			const { paymentReference } = await desk.atPaid(kept)
			await desk.change(sql, kept.id)
			expect(await desk.settled(paymentReference)).toBe('booked')

			for (const isTidied of [false, true]) {
				desk.clock.now = ten - DAY_MS
				const shop = await desk.newShop()
				const late = await desk.atPaystack(shop)
				await desk.change(sql, shop.id)
				desk.clock.now += 15 * MINUTE_MS
				if (isTidied) await desk.purgeHolds()
				desk.paystack.pay(late.paymentReference)
				expect([isTidied, await desk.settled(late.paymentReference)]).toEqual([isTidied, 'offered'])
			}
		})
	}

	test('it is kept too when the draft has moved on to another time, as long as nobody has it', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaid(shop)
		expect((await payer.guest.hold(eleven)).ok).toBe(true)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([{ starts_at: ten }])
		expect(await desk.rows('SELECT 1 FROM holds WHERE draft_id = ?', payer.draftId)).toEqual([])
	})

	test('it is kept when an add-on came to the draft meanwhile: booked is what was paid for', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaid(shop)
		await payer.type({ addOns: [shop.idOf('wash')] })
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([{ ends_at: eleven, total_kobo: 500_000 }])
	})

	test('paid while it was kept, and heard of after that, and after the shop’s notice: still booked', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop()
			// Half an hour's notice, to the minute.
			desk.clock.now = lagos(monday, '09:30')
			const { paymentReference } = await desk.atPaystack(shop, { startsAt: lagos(monday, '10:00') })
			desk.clock.now += 14 * MINUTE_MS
			desk.paystack.pay(paymentReference)
			desk.clock.now += 2 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			expect([isTidied, await desk.settled(paymentReference)]).toEqual([isTidied, 'booked'])
		}
	})

	test('paid after it was kept, the shop’s notice counts', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop()
			desk.clock.now = lagos(monday, '09:30')
			const { paymentReference } = await desk.atPaystack(shop, { startsAt: lagos(monday, '10:00') })
			desk.clock.now += 16 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			desk.paystack.pay(paymentReference)
			expect([isTidied, await desk.settled(paymentReference)]).toEqual([isTidied, 'offered'])
		}
	})

	test('a visit that has begun is not booked any more, however long its time was kept', async () => {
		for (const state of ['kept', 'over', 'tidied']) {
			const shop = await desk.newShop()
			const { onlinePayments } = desk.deps
			if (onlinePayments) desk.deps.onlinePayments = { ...onlinePayments, channels: ['bank_transfer'] }
			desk.clock.now = lagos(monday, '09:30')
			const { paymentReference } = await desk.atPaystack(shop, { startsAt: lagos(monday, '10:00') })
			desk.paystack.pay(paymentReference, { channel: 'bank_transfer' })
			desk.clock.now = lagos(monday, '10:00') + (state === 'kept' ? 0 : 10 * MINUTE_MS)
			if (state === 'tidied') await desk.purgeHolds()
			expect([state, await desk.settled(paymentReference)]).toEqual([state, 'offered'])
		}
	})
})

describe('K25: money that comes after the time was kept', () => {
	test('the person is taken and a colleague is free: with anybody it is booked with the colleague', async () => {
		const shop = await desk.newShop(adaAndBola)
		const { payer, paymentReference } = await desk.atPaystack(shop)
		const held = (await payer.guest.readDraft())?.hold?.staff[0]?.name ?? ''
		desk.clock.now += 15 * MINUTE_MS
		expect((await desk.bookForCash(shop, ten, held)).ok).toBe(true)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		const people = (await desk.appointmentsOf(shop)).map(({ staff_member_id }) => staff_member_id)
		expect(new Set(people).size).toBe(2)
	})

	test('the person was chosen by name: not with a colleague, but other times for a day', async () => {
		const shop = await desk.newShop(adaAndBola)
		const { paymentReference } = await desk.atPaystack(shop, { staff: 'Ada' })
		desk.clock.now += 15 * MINUTE_MS
		expect((await desk.bookForCash(shop, ten, 'Ada')).ok).toBe(true)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('offered')
		expect(await desk.paymentOf(paymentReference)).toMatchObject({
			amount_kobo: 500_000,
			offer_expires_at: desk.clock.now + 24 * HOUR_MS,
			appointment_id: null,
		})
		expect(await desk.balanceOf(`customer_money:${paymentReference}`)).toBe(500_000)
	})

	test('of several services one cannot be had: none is booked', async () => {
		const plan = {
			...adaAndBola,
			services: { cut: { staff: ['Ada'] }, nails: { minutes: 30, staff: ['Bola'] } },
		}
		const shop = await desk.newShop(plan)
		const { paymentReference } = await desk.atPaystackForTwo(shop)
		desk.clock.now += 15 * MINUTE_MS
		const other = await newGuest(desk.deps, desk.clock).begin(shop.idOf('nails'))
		await other.chooseTime(eleven)
		expect((await other.book()).ok).toBe(true)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('offered')
		expect(await desk.appointmentsOf(shop)).toHaveLength(1)

		const free = await desk.newShop(plan)
		const late = await desk.atPaystackForTwo(free)
		desk.clock.now += 15 * MINUTE_MS
		await desk.purgeHolds()
		desk.paystack.pay(late.paymentReference)
		expect(await desk.settled(late.paymentReference)).toBe('booked')
	})

	test('somebody takes the time in the very moment: the write decides', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop()
			const { paymentReference } = await desk.atPaystack(shop)
			desk.clock.now += 15 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			desk.paystack.pay(paymentReference)
			afterCalendar(desk.deps, async () => expect((await desk.bookForCash(shop)).ok).toBe(true))
			expect([isTidied, await desk.settled(paymentReference)]).toEqual([isTidied, 'offered'])
		}
	})

	test('two days later draft and hold are long gone: the visit is booked as it was agreed', async () => {
		const shop = await desk.newShop()
		const startsAt = lagos('2026-11-27', '10:00')
		const { payer, paymentReference } = await desk.atPaystack(shop, { startsAt })
		desk.clock.now += 2 * DAY_MS
		await desk.deps.writeBatch([
			desk.deps.booking.holds.purgeExpiredAt(desk.clock.now),
			desk.deps.booking.drafts.purgeSavedBefore(desk.clock.now - DAY_MS),
		])
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([{ starts_at: startsAt, paid_kobo: 500_000 }])
		expect((await desk.traces(payer.draftId)).messages).toBe('booked')
	})
})
