import { describe, expect, test } from 'vitest'
import { promoUses } from '#app/domain/booking/promo-use-repository.server.ts'
import type { VerifyOutcome } from '#app/domain/payments/paystack-gateway.server.ts'
import { moveAppointment } from '#app/flows/move-appointment.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { DatabaseError } from '#db/database-error.server.ts'
import { ten } from '#tests/integration/booking/booking-desk.ts'
import { newCustomer } from '#tests/integration/booking/customer.ts'
import {
	lagos,
	monday,
	type SmallShop,
	type SmallShopPlan,
	tuesday,
} from '#tests/integration/booking/small-shop.ts'
import { LIVE_KEY, newPayer, onlinePayments, type Payer, withPaymentDesk, wordOf } from './payment-desk.ts'

const desk = withPaymentDesk('settle')
const eleven = lagos(tuesday, '11:00')
const adaAndBola: SmallShopPlan = { staff: { Ada: {}, Bola: {} } }

const visitsOf = (shop: SmallShop) =>
	desk.rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', shop.id)
const paymentOf = async (reference: string) =>
	(await desk.rows('SELECT * FROM transactions WHERE payment_reference = ?', reference))[0]
const usesOf = async (shop: SmallShop, code: string) =>
	(await desk.rows('SELECT current_uses FROM promo_codes WHERE id = ?', shop.idOf(code)))[0]?.current_uses
const balanceOf = async (account: string) =>
	(await desk.rows('SELECT balance_kobo FROM ledger_accounts WHERE id = ?', `${account}:NGN`))[0]
		?.balance_kobo

/** Paid at Paystack; nobody has asked yet. */
async function paid(shop: SmallShop, wish: Parameters<typeof desk.atPaystack>[1] = {}) {
	const started = await desk.atPaystack(shop, wish)
	desk.paystack.pay(started.reference)
	return started
}

/** Does something between Paystack's answer, or the reading of the calendar, and what follows from it. */
function afterVerify(happens: (answer: VerifyOutcome) => Promise<VerifyOutcome>) {
	const { paystack } = desk.deps
	if (!paystack) throw new Error('paying online is off')
	const { gateway } = paystack
	desk.deps.paystack = {
		...paystack,
		gateway: {
			...gateway,
			async verify(reference) {
				desk.deps.paystack = paystack
				return happens(await gateway.verify(reference))
			},
		},
	}
}
function afterCalendar(happens: () => Promise<unknown>) {
	const { availability } = desk.deps
	desk.deps.availability = {
		...availability,
		async calendarOf(...asked) {
			desk.deps.availability = availability
			const calendar = await availability.calendarOf(...asked)
			await happens()
			return calendar
		},
	}
}
function beforeCalendar(happens: () => Promise<unknown>) {
	const { availability } = desk.deps
	desk.deps.availability = {
		...availability,
		async calendarOf(...asked) {
			desk.deps.availability = availability
			await happens()
			return availability.calendarOf(...asked)
		},
	}
}

describe('who comes, and how often', () => {
	test('R22: the webhook was lost: the return page books', async () => {
		const { payer, reference } = await paid(await desk.newShop())
		const settlement = await desk.settle(reference)
		expect(wordOf(settlement)).toBe('booked')
		expect((await payer.guest.visit())?.draft.appointmentId).toBe(
			settlement.kind === 'decided' ? settlement.payment.received.appointmentId : 'none',
		)
	})

	test('R22: both were lost: the sweeper books within five minutes of the payment, whenever that was', async () => {
		for (const paidAfter of [0, 4, 14]) {
			const { payer, reference } = await desk.atPaystack(await desk.newShop())
			await sweepEvery(MINUTE_MS, paidAfter)
			desk.paystack.pay(reference)
			await sweepEvery(MINUTE_MS, 5)
			expect([paidAfter, (await desk.traces(payer.draftId)).appointments]).toEqual([paidAfter, 1])
		}
	})

	test('R22: a transfer that takes three hours is found within half an hour', async () => {
		const shop = await desk.newShop()
		const { payer, reference } = await desk.atPaystack(shop, { startsAt: lagos('2026-11-25', '10:00') })
		await sweepEvery(10 * MINUTE_MS, 18)
		desk.paystack.pay(reference)
		await sweepEvery(10 * MINUTE_MS, 3)
		expect((await desk.traces(payer.draftId)).appointments).toBe(1)
	})

	async function sweepEvery(pauseMs: number, times: number) {
		for (let i = 0; i < times; i++) {
			desk.clock.now += pauseMs
			await desk.sweep()
		}
	}

	test('R23: an older "failed" does not undo what was paid', async () => {
		const { reference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.decline(reference)
		// This caller has the answer of before, while another one is told of the money and books.
		afterVerify(async (failed) => {
			desk.paystack.pay(reference)
			expect(await desk.settled(reference)).toBe('booked')
			return failed
		})
		await desk.settle(reference)
		expect(
			await desk.rows('SELECT status, seen_status FROM payment_attempts WHERE reference = ?', reference),
		).toEqual([{ status: 'paid', seen_status: 'success' }])
		expect(await desk.settled(reference)).toBe('booked')
	})

	test('R24: a card that failed, and then another that paid, on the same page: booked', async () => {
		const { reference } = await desk.atPaystack(await desk.newShop())
		for (let i = 0; i < 3; i++) {
			desk.paystack.decline(reference)
			expect(await desk.settled(reference)).toBe('waiting: failed')
		}
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
	})

	test('R25: a hundred at once: one visit, one transaction, one message, and a hundred equal answers', async () => {
		const { payer, reference } = await paid(await desk.newShop(adaAndBola))
		const settlements = await desk.settleAtOnce(reference, 100)
		const visits = settlements.map((one) =>
			one.kind === 'decided' ? one.payment.received.appointmentId : one.kind,
		)
		expect(new Set(visits).size).toBe(1)
		expect(await desk.traces(payer.draftId)).toEqual({
			appointments: 1,
			transactions: 1,
			refunds: 0,
			messages: 'booked',
		})
	})

	test('R25: a hundred at once for a time that is gone: one offer and one message', async () => {
		const shop = await desk.newShop()
		const { payer, reference } = await desk.atPaystack(shop)
		desk.clock.now += 15 * MINUTE_MS
		await desk.bookForCash(shop)
		desk.paystack.pay(reference)
		expect(new Set((await desk.settleAtOnce(reference, 100)).map(wordOf))).toEqual(new Set(['offered']))
		expect(await desk.traces(payer.draftId)).toEqual({
			appointments: 0,
			transactions: 1,
			refunds: 0,
			messages: 'other_time_offered',
		})
	})

	test('R32: the return page is refreshed ten times: the same answer, Paystack is not asked again, nothing new is written', async () => {
		const { payer, reference } = await paid(await desk.newShop())
		const first = await desk.settle(reference)
		const asked = desk.paystack.calls.verify
		const { writeBatch } = desk.deps
		desk.deps.writeBatch = async () => {
			throw new Error('nothing is to be written')
		}
		desk.clock.now += MINUTE_MS
		for (let i = 0; i < 10; i++) expect(await desk.settle(reference)).toMatchObject(first)
		desk.deps.writeBatch = writeBatch
		expect(desk.paystack.calls.verify).toBe(asked)
		expect((await desk.traces(payer.draftId)).transactions).toBe(1)
	})

	test('nothing new is written either for somebody who looks ten times before they have paid', async () => {
		const { reference } = await desk.atPaystack(await desk.newShop())
		expect(await desk.settled(reference)).toBe('waiting: unfinished')
		desk.deps.writeBatch = async () => {
			throw new Error('nothing is to be written')
		}
		for (let i = 0; i < 10; i++) expect(await desk.settled(reference)).toBe('waiting: unfinished')
	})

	test('nothing is expected of a try after three days, and money that comes even then is not lost', async () => {
		const { reference } = await desk.atPaystack(await desk.newShop(), {
			startsAt: lagos('2026-12-10', '10:00'),
		})
		desk.clock.now += 3 * DAY_MS + MINUTE_MS
		await desk.sweep()
		const [attempt] = await desk.rows('SELECT status FROM payment_attempts WHERE reference = ?', reference)
		expect(attempt?.status).toBe('closed')
		desk.clock.now += DAY_MS
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
	})
})

describe('which payment it is', () => {
	test('a reference that nobody gave out is unknown, and Paystack is not even asked', async () => {
		const asked = desk.paystack.calls.verify
		for (const reference of ['wk-AAAAAAAAAAAAAAAAAAAAAAAAAA', '', 'T123', "'; --", '../refund'])
			expect(await desk.settled(reference)).toBe('unknown')
		expect(desk.paystack.calls.verify).toBe(asked)
	})

	test('the reference of another shop’s payment is that payment, and nothing of this one', async () => {
		const mine = await desk.atPaystack(await desk.newShop())
		const theirs = await paid(await desk.newShop())
		expect(await desk.settled(theirs.reference)).toBe('booked')
		expect(await desk.settled(mine.reference)).toBe('waiting: unfinished')
		expect(await desk.traces(mine.payer.draftId)).toMatchObject({ appointments: 0, transactions: 0 })
	})

	test('Paystack answers with another payment: that is not believed, and the operator has a line about it', async () => {
		const mine = await desk.atPaystack(await desk.newShop())
		const theirs = await paid(await desk.newShop())
		const lines: string[] = []
		desk.deps.log = (line) => void lines.push(line)
		const gateway = desk.deps.paystack?.gateway
		afterVerify(async () => gateway?.verify(theirs.reference) ?? { outcome: 'not_found' })
		expect(await desk.settled(mine.reference)).toBe('waiting: no answer')
		expect(lines).toEqual([`payment ${mine.reference}: Paystack answered with another one (wrong_reference)`])
		expect(await desk.traces(mine.payer.draftId)).toMatchObject({ transactions: 0 })
	})

	test('a try that was made with a test key is not asked about with a live one, and comes back with the test key', async () => {
		const { reference } = await paid(await desk.newShop())
		const { paystack } = desk.deps
		if (!paystack) throw new Error('paying online is off')
		desk.deps.paystack = { ...paystack, mode: 'live' }
		const asked = desk.paystack.calls.verify
		expect(await desk.settled(reference)).toBe('waiting: no answer')
		expect(desk.paystack.calls.verify).toBe(asked)
		desk.deps.paystack = null
		expect(await desk.settled(reference)).toBe('waiting: no answer')
		desk.deps.paystack = paystack
		expect(await desk.settled(reference)).toBe('booked')
	})

	test('R34: of three tries the oldest is paid: it books, and the others are paid back if they are paid too', async () => {
		const { payer, reference: oldest } = await desk.atPaystack(await desk.newShop())
		desk.clock.now += 13 * MINUTE_MS
		const middle = await payer.start()
		desk.clock.now += 13 * MINUTE_MS
		const newest = await payer.start()
		for (const reference of [oldest, middle, newest]) desk.paystack.pay(reference)
		expect(await desk.settled(oldest)).toBe('booked')
		expect(await desk.settled(newest)).toBe('refund: second_payment')
		expect(await desk.settled(middle)).toBe('refund: second_payment')
		expect((await paymentOf(oldest))?.checkout_id).toBe((await paymentOf(newest))?.checkout_id)
	})

	test('R30: two tabs, two payments, settled in the same instant: one books, the other goes back and is told of', async () => {
		for (let round = 0; round < 5; round++) {
			const { payer, reference: one } = await desk.atPaystack(await desk.newShop(adaAndBola))
			const two = await payer.start({ tip: '10' })
			desk.paystack.pay(one)
			desk.paystack.pay(two)
			const words = await Promise.all(
				[one, two, one, two].map(async (reference) => {
					const [settlement] = await desk.settleAtOnce(reference, 1)
					return `${reference === one ? 'one' : 'two'} ${settlement && wordOf(settlement)}`
				}),
			)
			expect(new Set(words.map((word) => word.slice(4)))).toEqual(
				new Set(['booked', 'refund: second_payment']),
			)
			expect(await desk.traces(payer.draftId)).toEqual({
				appointments: 1,
				transactions: 2,
				refunds: 1,
				messages: 'booked, refund_started',
			})
		}
	})

	test('R30: the other tab books while this one looks for a free time: its own visit is not what took it', async () => {
		const { payer, reference: one } = await desk.atPaystack(await desk.newShop())
		const two = await payer.start({ tip: '10' })
		desk.paystack.pay(one)
		desk.paystack.pay(two)
		beforeCalendar(async () => expect(await desk.settled(two)).toBe('booked'))
		expect(await desk.settled(one)).toBe('refund: second_payment')
	})

	test('R30: the other tab books in the very moment in which this one is to be offered other times', async () => {
		const shop = await desk.newShop()
		const { payer, reference: one } = await desk.atPaystack(shop)
		expect((await payer.guest.hold(eleven)).ok).toBe(true)
		await desk.bookForCash(shop)
		const later = newPayer(() => desk.deps, desk.clock, payer.guest, eleven)
		const two = await later.start()
		desk.paystack.pay(one)
		desk.paystack.pay(two)
		afterCalendar(async () => expect(await desk.settled(two)).toBe('booked'))
		expect(await desk.settled(one)).toBe('refund: second_payment')
	})

	test('R31: a paid visit that is moved stays paid', async () => {
		const shop = await desk.newShop()
		const { reference } = await paid(shop)
		await desk.settle(reference)
		const appointmentId = String((await visitsOf(shop))[0]?.id)
		const moved = await moveAppointment(desk.deps, { appointmentId, startsAt: eleven, now: desk.clock.now })
		expect(moved.ok).toBe(true)
		expect(await visitsOf(shop)).toMatchObject([
			{ starts_at: eleven, paid_kobo: 500_000, payment_status: 'completed' },
		])
		expect(await desk.settled(reference)).toBe('booked')
	})
})

describe('what a paid visit is', () => {
	test('all that was agreed when its payment was started, whatever the shop has changed since', async () => {
		const shop = await desk.newShop({ ...adaAndBola, promoCodes: { TENTH: { percent: 10 } } })
		const payer = await desk.atCheckout(shop, { staff: 'Bola' })
		const reference = await payer.start({ promoCode: 'TENTH', tip: '10', addOns: [shop.idOf('wash')] })
		await desk.change("UPDATE services SET price_kobo = 900000, name = 'trim' WHERE shop_id = ?", shop.id)
		await desk.change('UPDATE add_ons SET is_enabled = 0 WHERE shop_id = ?', shop.id)
		await desk.change('UPDATE promo_codes SET is_active = 0 WHERE shop_id = ?', shop.id)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await visitsOf(shop)).toMatchObject([
			{
				starts_at: ten,
				ends_at: ten + 90 * MINUTE_MS,
				staff_member_id: shop.idOf('Bola'),
				// ₦6,000 less a tenth, and a tenth of ₦5,400 for Bola.
				total_kobo: 594_000,
				discount_kobo: 60_000,
				tip_kobo: 54_000,
				paid_kobo: 594_000,
				payment_method: 'CARD',
				payment_status: 'completed',
				status: 'CONFIRMED',
				refundable_until_at: ten - DAY_MS,
			},
		])
		expect(await paymentOf(reference)).toMatchObject({
			amount_kobo: 594_000,
			staff_tip_kobo: 54_000,
			transaction_type: 'CARD',
			outcome: 'booked',
			description: `cut at Shop ${shop.id}`,
		})
		expect([await balanceOf(`shop_due:${shop.id}`), await balanceOf(`staff_tips:${shop.id}`)]).toEqual([
			540_000, 54_000,
		])
		expect(await balanceOf(`customer_money:${reference}`)).toBe(0)
	})

	test('paid by transfer it says so', async () => {
		const { paystack } = desk.deps
		if (paystack) desk.deps.paystack = { ...paystack, channels: ['card', 'bank_transfer'] }
		const { reference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.pay(reference, { channel: 'bank_transfer' })
		expect(await desk.settled(reference)).toBe('booked')
		expect((await paymentOf(reference))?.transaction_type).toBe('TRANSFER')
	})

	test('a fee that the customer bore on top is no money of the shop’s, and costs nobody anything', async () => {
		const feesBefore = Number((await balanceOf('paystack_fees:')) ?? 0)
		const shop = await desk.newShop()
		const { reference } = await paid(shop)
		desk.paystack.setBehaviour({ verify: 'with-fee' })
		expect(await desk.settled(reference)).toBe('booked')
		expect(await paymentOf(reference)).toMatchObject({ amount_kobo: 500_000, fee_kobo: 17_500 })
		expect(await balanceOf(`shop_due:${shop.id}`)).toBe(500_000)
		expect(Number(await balanceOf('paystack_fees:')) - feesBefore).toBe(0)
	})

	test('a deposit pays the work first: no tip is in it', async () => {
		const shop = await desk.newShop()
		await desk.change(`UPDATE shops SET deposit_kind = 'percent', deposit_value = 50 WHERE id = ?`, shop.id)
		const payer = await desk.atCheckout(shop)
		const reference = await payer.start({ tip: '20' })
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await paymentOf(reference)).toMatchObject({ amount_kobo: 300_000, staff_tip_kobo: 0 })
	})

	test('money of another amount, or in dollars, goes back as it came', async () => {
		const less = await paid(await desk.newShop())
		desk.paystack.setBehaviour({ verify: 'wrong-amount' })
		expect(await desk.settled(less.reference)).toBe('refund: amount_mismatch')
		const dollars = await paid(await desk.newShop())
		desk.paystack.setBehaviour({ verify: 'wrong-currency' })
		expect(await desk.settled(dollars.reference)).toBe('refund: currency_mismatch')
		const refunds = await desk.rows(
			'SELECT amount_kobo, currency, reason, status FROM refunds WHERE payment_reference IN (?, ?) ORDER BY reason',
			less.reference,
			dollars.reference,
		)
		expect(refunds).toEqual([
			{ amount_kobo: 499_999, currency: 'NGN', reason: 'amount_mismatch', status: 'requested' },
			{ amount_kobo: 500_000, currency: 'USD', reason: 'currency_mismatch', status: 'requested' },
		])
		// The visit can be paid again, rightly.
		desk.paystack.behaveWell()
		desk.clock.now += MINUTE_MS
		const again = await less.payer.start()
		desk.paystack.pay(again)
		expect(await desk.settled(again)).toBe('booked')
	})

	test('of several services each keeps its person, as held', async () => {
		const shop = await desk.newShop({
			...adaAndBola,
			services: { cut: { staff: ['Ada'] }, nails: { minutes: 30, staff: ['Bola'] } },
		})
		const { reference } = await payForTwo(shop)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		const entries = await desk.rows(
			'SELECT position, staff_member_id, starts_at FROM calendar_entries WHERE shop_id = ? ORDER BY position',
			shop.id,
		)
		expect(entries).toEqual([
			{ position: 0, staff_member_id: shop.idOf('Ada'), starts_at: ten },
			{ position: 1, staff_member_id: shop.idOf('Bola'), starts_at: eleven },
		])
		expect(await visitsOf(shop)).toMatchObject([
			{ segment_count: 2, total_kobo: 1_000_000, notes: 'Additional services: nails' },
		])
	})
})

/** A cut and nails after it, on Paystack's page. */
async function payForTwo(shop: SmallShop): Promise<{ payer: Payer; reference: string }> {
	const guest = await newCustomer(desk.deps, desk.clock).begin(shop.idOf('cut'))
	await guest.addService(shop.idOf('nails'))
	await guest.chooseStaff('any', 1)
	await guest.hold(ten)
	const payer = newPayer(() => desk.deps, desk.clock, guest, ten)
	return { payer, reference: await payer.start() }
}

describe('a time that is kept is a promise', () => {
	const changes = {
		'the person left': 'UPDATE staff_members SET is_active = 0 WHERE shop_id = ?',
		'the service is not offered any more': 'UPDATE services SET is_enabled = 0 WHERE shop_id = ?',
		'the shop closes earlier': 'UPDATE shop_hours SET closes_minute = 600 WHERE shop_id = ?',
		'the person has a day off': `INSERT INTO staff_days_off SELECT id, '${tuesday}' FROM staff_members WHERE shop_id = ?`,
	}
	for (const [what, sql] of Object.entries(changes)) {
		test(`${what} since: kept while it is held; afterwards, tidied away or not, other times are offered`, async () => {
			const kept = await desk.newShop()
			const { reference } = await paid(kept)
			await desk.change(sql, kept.id)
			expect(await desk.settled(reference)).toBe('booked')

			for (const isTidied of [false, true]) {
				desk.clock.now = ten - DAY_MS
				const shop = await desk.newShop()
				const late = await desk.atPaystack(shop)
				await desk.change(sql, shop.id)
				desk.clock.now += 15 * MINUTE_MS
				if (isTidied) await desk.purgeHolds()
				desk.paystack.pay(late.reference)
				expect([isTidied, await desk.settled(late.reference)]).toEqual([isTidied, 'offered'])
			}
		})
	}

	test('it is kept too when the draft has moved on to another time, as long as nobody has it', async () => {
		const shop = await desk.newShop()
		const { payer, reference } = await paid(shop)
		expect((await payer.guest.hold(eleven)).ok).toBe(true)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await visitsOf(shop)).toMatchObject([{ starts_at: ten }])
		expect(await desk.rows('SELECT 1 FROM holds WHERE draft_id = ?', payer.draftId)).toEqual([])
	})

	test('it is kept when an add-on came to the draft meanwhile: booked is what was paid for', async () => {
		const shop = await desk.newShop()
		const { payer, reference } = await paid(shop)
		await payer.type({ addOns: [shop.idOf('wash')] })
		expect(await desk.settled(reference)).toBe('booked')
		expect(await visitsOf(shop)).toMatchObject([{ ends_at: eleven, total_kobo: 500_000 }])
	})

	test('paid while it was kept, and heard of after that, and after the shop’s notice: still booked', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop()
			// Half an hour's notice, to the minute.
			desk.clock.now = lagos(monday, '09:30')
			const { reference } = await desk.atPaystack(shop, { startsAt: lagos(monday, '10:00') })
			desk.clock.now += 14 * MINUTE_MS
			desk.paystack.pay(reference)
			desk.clock.now += 2 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			expect([isTidied, await desk.settled(reference)]).toEqual([isTidied, 'booked'])
		}
	})

	test('paid after it was kept, the shop’s notice counts', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop()
			desk.clock.now = lagos(monday, '09:30')
			const { reference } = await desk.atPaystack(shop, { startsAt: lagos(monday, '10:00') })
			desk.clock.now += 16 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			desk.paystack.pay(reference)
			expect([isTidied, await desk.settled(reference)]).toEqual([isTidied, 'offered'])
		}
	})

	test('a visit that has begun is not booked any more, however long its time was kept', async () => {
		for (const state of ['kept', 'over', 'tidied']) {
			const shop = await desk.newShop()
			const { paystack } = desk.deps
			if (paystack) desk.deps.paystack = { ...paystack, channels: ['bank_transfer'] }
			desk.clock.now = lagos(monday, '09:30')
			const { reference } = await desk.atPaystack(shop, { startsAt: lagos(monday, '10:00') })
			desk.paystack.pay(reference, { channel: 'bank_transfer' })
			desk.clock.now = lagos(monday, '10:00') + (state === 'kept' ? 0 : 10 * MINUTE_MS)
			if (state === 'tidied') await desk.purgeHolds()
			expect([state, await desk.settled(reference)]).toEqual([state, 'offered'])
		}
	})
})

describe('R28: money that comes after the time was kept', () => {
	test('the person is taken and a colleague is free: with anybody it is booked with the colleague', async () => {
		const shop = await desk.newShop(adaAndBola)
		const { payer, reference } = await desk.atPaystack(shop)
		const held = (await payer.guest.visit())?.hold?.staff[0]?.name ?? ''
		desk.clock.now += 15 * MINUTE_MS
		expect((await desk.bookForCash(shop, ten, held)).ok).toBe(true)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		const people = (await visitsOf(shop)).map(({ staff_member_id }) => staff_member_id)
		expect(new Set(people).size).toBe(2)
	})

	test('the person was chosen by name: not with a colleague, but other times for a day', async () => {
		const shop = await desk.newShop(adaAndBola)
		const { reference } = await desk.atPaystack(shop, { staff: 'Ada' })
		desk.clock.now += 15 * MINUTE_MS
		expect((await desk.bookForCash(shop, ten, 'Ada')).ok).toBe(true)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('offered')
		expect(await paymentOf(reference)).toMatchObject({
			amount_kobo: 500_000,
			offer_expires_at: desk.clock.now + 24 * HOUR_MS,
			appointment_id: null,
		})
		expect(await balanceOf(`customer_money:${reference}`)).toBe(500_000)
	})

	test('of several services one cannot be had: none is booked', async () => {
		const plan = {
			...adaAndBola,
			services: { cut: { staff: ['Ada'] }, nails: { minutes: 30, staff: ['Bola'] } },
		}
		const shop = await desk.newShop(plan)
		const { reference } = await payForTwo(shop)
		desk.clock.now += 15 * MINUTE_MS
		const other = await newCustomer(desk.deps, desk.clock).begin(shop.idOf('nails'))
		await other.wish(eleven)
		expect((await other.book()).ok).toBe(true)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('offered')
		expect(await visitsOf(shop)).toHaveLength(1)

		const free = await desk.newShop(plan)
		const late = await payForTwo(free)
		desk.clock.now += 15 * MINUTE_MS
		await desk.purgeHolds()
		desk.paystack.pay(late.reference)
		expect(await desk.settled(late.reference)).toBe('booked')
	})

	test('somebody takes the time in the very moment: the write decides', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop()
			const { reference } = await desk.atPaystack(shop)
			desk.clock.now += 15 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			desk.paystack.pay(reference)
			afterCalendar(async () => expect((await desk.bookForCash(shop)).ok).toBe(true))
			expect([isTidied, await desk.settled(reference)]).toEqual([isTidied, 'offered'])
		}
	})

	test('two days later draft and hold are long gone: the visit is booked as it was agreed', async () => {
		const shop = await desk.newShop()
		const startsAt = lagos('2026-11-27', '10:00')
		const { payer, reference } = await desk.atPaystack(shop, { startsAt })
		desk.clock.now += 2 * DAY_MS
		await desk.deps.writeBatch([
			desk.deps.holds.purgeExpiredAt(desk.clock.now),
			desk.deps.drafts.purgeSavedBefore(desk.clock.now - DAY_MS),
		])
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await visitsOf(shop)).toMatchObject([{ starts_at: startsAt, paid_kobo: 500_000 }])
		expect((await desk.traces(payer.draftId)).messages).toBe('booked')
	})
})

describe('a promo code that was agreed', () => {
	const promoCodes = { LAST: { percent: 10, maxUses: 1 } }
	const lapse = () => desk.deps.writeBatch([promoUses.giveBackLapsed(desk.clock.now)])

	test('counts although it has expired or was switched off since, while its use is reserved', async () => {
		for (const change of [`expires_at = ${desk.clock.now + 1}`, 'is_active = 0']) {
			const shop = await desk.newShop({ promoCodes })
			const payer = await desk.atCheckout(shop)
			const reference = await payer.start({ promoCode: 'LAST' })
			await desk.change(`UPDATE promo_codes SET ${change} WHERE shop_id = ?`, shop.id)
			desk.clock.now += 5 * MINUTE_MS
			await lapse()
			desk.paystack.pay(reference)
			expect(await desk.settled(reference)).toBe('booked')
			expect(await usesOf(shop, 'LAST')).toBe(1)
		}
	})

	test('is taken anew when its use had lapsed and nobody has it', async () => {
		const shop = await desk.newShop({ promoCodes })
		const payer = await desk.atCheckout(shop)
		const reference = await payer.start({ promoCode: 'LAST' })
		desk.clock.now += 15 * MINUTE_MS
		await lapse()
		expect(await usesOf(shop, 'LAST')).toBe(0)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await usesOf(shop, 'LAST')).toBe(1)
	})

	test('was used up by somebody else meanwhile: the money goes back, and the price is not changed behind anybody’s back', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop({ ...adaAndBola, promoCodes })
			const payer = await desk.atCheckout(shop, { staff: 'Ada' })
			const reference = await payer.start({ promoCode: 'LAST' })
			desk.clock.now += 15 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			await lapse()
			const other = await desk.atCheckout(shop, { staff: 'Bola' })
			expect(await other.press({ promoCode: 'LAST', paymentChoice: 'cash' })).toMatchObject({
				kind: 'booked',
			})
			desk.paystack.pay(reference)
			expect([isTidied, await desk.settled(reference)]).toEqual([isTidied, 'refund: promo_used_up'])
			expect(await desk.traces(payer.draftId)).toEqual({
				appointments: 0,
				transactions: 1,
				refunds: 1,
				messages: 'refund_started',
			})
			expect(await usesOf(shop, 'LAST')).toBe(1)
		}
	})
})

describe('our own database fails', () => {
	/** The answers of the first so many writes are lost: they were applied, or not. */
	function loseWrites(count: number, isApplied: boolean) {
		const { writeBatch } = desk.deps
		const sent: number[] = []
		desk.deps.writeBatch = async (statements) => {
			sent.push(statements.length)
			const isLost = sent.length <= count
			if (isLost && !isApplied) throw new DatabaseError('unknown', 'the line broke')
			const written = await writeBatch(statements)
			if (isLost) throw new DatabaseError('unknown', 'the answer was lost')
			return written
		}
		return sent
	}

	test('the answer to the write is lost: sent again, it says that it was applied', async () => {
		for (const isTidied of [false, true]) {
			const { payer, reference } = await paid(await desk.newShop(adaAndBola))
			desk.clock.now += 15 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			const { writeBatch } = desk.deps
			const sent = loseWrites(1, true)
			expect([isTidied, await desk.settled(reference)]).toEqual([isTidied, 'booked'])
			expect(sent).toHaveLength(2)
			desk.deps.writeBatch = writeBatch
			expect(await desk.traces(payer.draftId)).toMatchObject({
				appointments: 1,
				transactions: 1,
				messages: 'booked',
			})
		}
	})

	test('it fails for good: there is no answer yet, the money is safe, and the next who comes books', async () => {
		for (const isApplied of [false, true]) {
			const { payer, reference } = await paid(await desk.newShop())
			const { writeBatch } = desk.deps
			loseWrites(1_000, isApplied)
			expect(['waiting: no answer', 'booked']).toContain(await desk.settled(reference))
			desk.deps.writeBatch = writeBatch
			expect(await desk.settled(reference)).toBe('booked')
			expect(await desk.traces(payer.draftId)).toMatchObject({
				appointments: 1,
				transactions: 1,
				messages: 'booked',
			})
		}
	})

	test('the same for an offer and for a refund', async () => {
		for (const isApplied of [false, true]) {
			const shop = await desk.newShop()
			const late = await desk.atPaystack(shop)
			desk.clock.now += 15 * MINUTE_MS
			await desk.bookForCash(shop)
			desk.paystack.pay(late.reference)
			const second = await paid(await desk.newShop())
			await second.payer.press({ paymentChoice: 'cash' }).catch(() => null)
			await second.payer.guest.book()
			const { writeBatch } = desk.deps
			for (const [reference, word] of [
				[late.reference, 'offered'],
				[second.reference, 'refund: second_payment'],
			] as const) {
				loseWrites(1_000, isApplied)
				expect(['waiting: no answer', word]).toContain(await desk.settled(reference))
				desk.deps.writeBatch = writeBatch
				loseWrites(1, isApplied)
				expect(await desk.settled(reference)).toBe(word)
				desk.deps.writeBatch = writeBatch
			}
		}
	})
})

describe('with a live key', () => {
	const live = withPaymentDesk('live', { secretKey: LIVE_KEY })

	test('a payment of the test mode is no payment, whoever tells of it; a live one is', async () => {
		const { payer, reference } = await live.atPaystack(await live.newShop())
		expect((await payer.tries())[0]?.mode).toBe('live')
		live.paystack.pay(reference)
		live.paystack.setBehaviour({ verify: 'wrong-domain' })
		expect(await live.settled(reference)).toBe('waiting: no answer')
		expect(await live.traces(payer.draftId)).toMatchObject({ transactions: 0 })
		live.paystack.behaveWell()
		expect(await live.settled(reference)).toBe('booked')
	})

	test('the key tells the mode', () => {
		expect(onlinePayments('http://127.0.0.1').mode).toBe('test')
		expect(onlinePayments('http://127.0.0.1', { secretKey: LIVE_KEY }).mode).toBe('live')
	})
})
