import { beforeEach, describe, expect, test } from 'vitest'
import { undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { cancelPayout } from '#app/flows/payouts/cancel-payout.server.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { recordBankResults } from '#app/flows/payouts/record-bank-file.server.ts'
import { stopPayoutAccount } from '#app/flows/payouts/stop-payout-account.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { isFull } from '#tests/support/deep.ts'
import { withProvider } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPayoutAccount, addPayoutTerms } from '#tests/support/payout-desk.ts'
import { payoutBook, seven } from './payout-book.ts'

/** `npm test` leaves these to `npm run test:full`. */
const describeInFull = isFull ? describe : () => {}

const desk = withPaymentDesk('payouts')
const book = payoutBook(desk)
const { database } = desk

/** What one cut is paid out as: its price less Paystack's fee. */
async function cutKobo(paymentReference: string): Promise<number> {
	const payment = await desk.paymentOf(paymentReference)
	return Number(payment?.amount_kobo) - Number(payment?.fee_kobo)
}

beforeEach(() => desk.paystack.topUp(10_000_00))

const rules = { way: 'bank_file', mode: 'test', minimumKobo: 1_000_00 } as const
const dues = (shopId: string, now: number) => readDues(desk.deps, { shopId, mode: 'test', now })

describe('D56, D57: at seven of a working day', () => {
	test('a shop gets what was completed, less the fee, in one payout', async () => {
		const shop = await book.newPaidShop()
		const first = await book.completed(shop)
		const second = await book.completed(shop, { startsAt: ten + 2 * HOUR_MS })
		expect(await book.run(seven - MINUTE_MS)).toBe(0)
		expect(await book.run(seven)).toBe(1)
		expect(await book.statuses(shop)).toEqual(['written'])
		await book.send(seven)
		await book.send(seven + 10 * MINUTE_MS)
		const whole = (await cutKobo(first.paymentReference)) + (await cutKobo(second.paymentReference))
		expect(await book.payoutsOf(shop)).toMatchObject([{ status: 'success', amount_kobo: whole }])
		expect(await book.reached(shop)).toBe(whole)
		expect(await desk.balanceOf(`payout_pending:${shop.id}`)).toBe(0)
		expect(await dues(shop.id, seven)).toEqual([])
		expect(await book.run(seven + DAY_MS)).toBe(0)
	})

	test('nothing is paid at the weekend, on a public holiday or before it is due', async () => {
		const shop = await book.newPaidShop()
		await book.booked(shop)
		const endsAt = ten + HOUR_MS
		expect(await dues(shop.id, endsAt + 47 * HOUR_MS)).toMatchObject([
			{ state: 'later', reason: 'not_closed' },
		])
		expect(await book.run(seven)).toBe(0)
		// Thursday at eleven it is two days old.
		expect(await book.run(seven + 4 * DAY_MS)).toBe(0)
		expect(await book.run(Date.parse('2026-12-25T19:00+01:00'))).toBe(0)
		expect(await book.run(seven + 2 * DAY_MS)).toBe(1)
	})

	test('an open problem about money, a dispute and a refund under way keep it', async () => {
		const shop = await book.newPaidShop()
		const { appointmentId, paymentReference } = await book.completed(shop)
		const held = async () => (await dues(shop.id, seven)).map((due) => ('why' in due ? due.why : due.state))
		await database().change(
			`INSERT INTO visit_problems (id, appointment_id, kind, words, reported_at, shop_id) VALUES (?1, ?1, 'money', 'Asked twice', 0, ?2)`,
			appointmentId,
			shop.id,
		)
		expect(await held()).toEqual(['problem'])
		await database().change('UPDATE visit_problems SET resolved_at = 1 WHERE id = ?', appointmentId)
		await database().change(
			'UPDATE transactions SET disputed_at = 1 WHERE payment_reference = ?',
			paymentReference,
		)
		expect(await held()).toEqual(['dispute'])
		expect(await book.run(seven)).toBe(0)
		await database().change(
			'UPDATE transactions SET disputed_at = NULL WHERE payment_reference = ?',
			paymentReference,
		)
		expect(await held()).toEqual(['due'])
	})

	test('less than the minimum waits, and so does all without an account, or with one that waits', async () => {
		const shop = await desk.newShop()
		await book.completed(shop)
		const now = seven
		const why = async (minimumKobo = 1_000_00) => {
			const written = await writePayout(desk.deps, {
				shopId: shop.id,
				rules: { ...rules, minimumKobo },
				balanceKobo: null,
				now,
			})
			return written.ok ? 'written' : written.refusal
		}
		expect(await why(1_000_000_00)).toBe('below_minimum')
		expect(await why()).toBe('no_account')
		await addPayoutAccount(database(), shop.id, { now, usableAt: now + 1 })
		expect(await why()).toBe('account_waits')
		await database().change('UPDATE payout_accounts SET usable_at = ? WHERE shop_id = ?', now, shop.id)
		await desk.setShop(shop, `payouts_held_until = ${now + 1}`)
		expect(await why()).toBe('contact_changed')
		await desk.setShop(shop, `payouts_held_until = ${now}`)
		expect(await why()).toBe('written')
		expect(await why()).toBe('nothing_due')
	})

	test('one shop whose payout fails is told to the operator, and the others are paid', async () => {
		const shops = [await book.newPaidShop(), await book.newPaidShop(), await book.newPaidShop()] as const
		for (const shop of shops) await book.completed(shop)
		const deps = book.newDeps()
		const { dues } = deps.payouts
		const openPayments: typeof dues.openPayments = (shopId, asked) => {
			if (shopId === shops[1].id) throw new TypeError('of Ada Obi, 0803 123 4567')
			return dues.openPayments(shopId, asked)
		}
		expect(
			await book.run(seven, { ...deps, payouts: { ...deps.payouts, dues: { ...dues, openPayments } } }),
		).toBe(2)
		expect(deps.lines).toEqual([
			`ALERT payout of shop ${shops[1].id}: it failed, and stops no other (TypeError)`,
		])
		// Ten minutes later nothing is wrong any more.
		expect(await book.run(seven + 10 * MINUTE_MS)).toBe(1)
		await book.send(seven + 10 * MINUTE_MS)
		for (const shop of shops) expect(await book.reached(shop)).toBeGreaterThan(0)
	})

	test('the shop whose money has waited longest is the first', async () => {
		const shops = [await book.newPaidShop(), await book.newPaidShop(), await book.newPaidShop()] as const
		const byWaiting = [shops[1], shops[2], shops[0]].map(({ id }) => id)
		for (const shop of [shops[1], shops[2], shops[0]]) {
			await book.completed(shop)
			desk.clock.now += MINUTE_MS
		}
		const open = await desk.deps.payouts.paidShops.shopsWithOpenPayments()
		expect(open.map(({ shopId }) => shopId).filter((id) => byWaiting.includes(id))).toEqual(byWaiting)
		expect(await book.run(seven)).toBeGreaterThan(2)
	})

	test('what was written first is sent first, whichever was to be looked at first', async () => {
		const [first, second] = [await book.newPaidShop(), await book.newPaidShop()]
		await book.completed(first)
		await book.run(seven)
		await book.completed(second)
		await book.run(seven + MINUTE_MS)
		const references = [await book.payoutsOf(first), await book.payoutsOf(second)].map(([payout]) =>
			String(payout?.reference),
		)
		await database().change(
			'UPDATE payouts SET next_attempt_at = ? WHERE reference = ?',
			seven + 2 * MINUTE_MS,
			String(references[0]),
		)
		const deps = book.newDeps()
		const sent: string[] = []
		const { provider } = desk.online
		const onlinePayments = withProvider(desk.online, {
			transfer: (asked) => {
				sent.push(asked.reference)
				return provider.transfer(asked)
			},
		})
		await book.send(seven + 2 * MINUTE_MS, { ...deps, onlinePayments })
		expect(sent.filter((reference) => references.includes(reference))).toEqual(references)
	})

	test('one payout that fails while it is sent is told to the operator, and the others are sent', async () => {
		const shops = [await book.newPaidShop(), await book.newPaidShop()] as const
		for (const shop of shops) await book.completed(shop)
		await book.run(seven)
		const deps = book.newDeps()
		const { payouts } = deps.payouts
		const [broken] = await book.payoutsOf(shops[0])
		const claimPayout: typeof payouts.claimPayout = (payout, ...rest) => {
			if (payout.reference === broken?.reference) throw new TypeError('of Ada Obi, 0803 123 4567')
			return payouts.claimPayout(payout, ...rest)
		}
		await book.send(seven, { ...deps, payouts: { ...deps.payouts, payouts: { ...payouts, claimPayout } } })
		expect(await book.reached(shops[0])).toBe(0)
		expect(await book.reached(shops[1])).toBeGreaterThan(0)
		expect(deps.lines).toContain(
			`ALERT payout ${broken?.reference}: it failed, and stops no other (TypeError)`,
		)
		await book.send(seven + MINUTE_MS)
		expect(await book.reached(shops[0])).toBeGreaterThan(0)
	})

	test('what a debt leaves is not sent where it is no more than the fee that the shop bears', async () => {
		const shop = await book.newPaidShop({
			services: { cut: {}, dear: { priceKobo: 5_005_00 } },
		})
		await addPayoutTerms(database(), shop.id, { transferFeeBearer: 'shop' })
		const { paymentReference } = await book.completed(shop)
		await book.run(seven)
		for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
		desk.clock.now = seven + HOUR_MS
		await refundByOperator(desk.deps, { givenReference: paymentReference, now: desk.clock.now })
		await processRefunds(desk.deps, desk.clock.now)
		await book.completed(shop, { service: 'dear', startsAt: ten + 26 * HOUR_MS })
		const other = await book.newPaidShop()
		await book.completed(other, { startsAt: ten + 26 * HOUR_MS })
		const deps = book.newDeps()
		const { onlinePayments } = deps
		if (!onlinePayments) throw new Error('paying online is off')
		// ₦4.92 are left, and sending them costs ₦10: the least that the setting may ask for is ₦1.
		const payouts = { ...onlinePayments.payouts, minimumKobo: 1_00 }
		const later = seven + 2 * DAY_MS
		desk.clock.now = later
		await book.run(later, { ...deps, onlinePayments: { ...onlinePayments, payouts } })
		expect(await book.statuses(shop)).toEqual(['success'])
		await book.send(later)
		expect(await book.reached(other)).toBeGreaterThan(0)
		expect(deps.lines.filter((line) => line.startsWith('ALERT'))).toEqual([])
	})

	test('commission is of what was paid without the tip, by the terms of the booking, and none of a walk-in’s', async () => {
		const shop = await book.newPaidShop()
		await addPayoutTerms(database(), shop.id, { commissionPercent: 10, paymentFeeBearer: 'operator' })
		const { paymentReference } = await book.completed(shop)
		const later = await book.completed(shop, { startsAt: ten + 2 * HOUR_MS })
		await database().change('UPDATE appointments SET is_walk_in = 1 WHERE id = ?', later.appointmentId)
		await addPayoutTerms(database(), shop.id, { appliesFrom: seven, commissionPercent: 50 })
		const amount = Number((await desk.paymentOf(paymentReference))?.amount_kobo)
		await book.run(seven)
		expect(await book.payoutsOf(shop)).toMatchObject([
			{
				gross_kobo: 2 * amount,
				commission_kobo: amount / 10,
				payment_fee_kobo: 0,
				amount_kobo: 1.9 * amount,
			},
		])
	})
})

describeInFull('whatever Paystack answers', () => {
	test.each(['answer', 'fail', 'refuse', 'no-balance', 'lose', 'fail-late'] as const)(
		'to a transfer: %s, the shop is paid once in the end',
		async (transfer) => {
			const shop = await book.newPaidShop()
			const { paymentReference } = await book.completed(shop)
			desk.paystack.setBehaviour({ transfer })
			await book.run(seven)
			await book.send(seven)
			desk.paystack.behaveWell()
			for (let minutes = 5; minutes < 240; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
			// What came to nothing is due again on the next day.
			await book.run(seven + DAY_MS)
			for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + DAY_MS + minutes * MINUTE_MS)
			expect(await book.reached(shop)).toBe(await cutKobo(paymentReference))
			expect((await book.statuses(shop)).filter((status) => status === 'success')).toHaveLength(1)
		},
	)

	test.each(['failed', 'abandoned', 'rejected', 'blocked', 'reversed'] as const)(
		'of one that is %s the rows are due again, and paid once by the next',
		async (transferEnd) => {
			const shop = await book.newPaidShop()
			const { paymentReference } = await book.completed(shop)
			desk.paystack.setBehaviour({ transferEnd })
			await book.run(seven)
			for (let minutes = 0; minutes < 60; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
			expect(await book.statuses(shop)).toEqual([transferEnd])
			// Of one that came back Paystack keeps the fee of sending it.
			const [payout] = await book.payoutsOf(shop)
			expect(payout?.charged_fee_kobo).toBe(transferEnd === 'reversed' ? 1_000 : null)
			expect(await dues(shop.id, seven)).toMatchObject([{ state: 'due' }])
			desk.paystack.behaveWell()
			await book.run(seven + DAY_MS)
			for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + DAY_MS + minutes * MINUTE_MS)
			expect(await book.statuses(shop)).toEqual([transferEnd, 'success'])
			expect(await book.reached(shop)).toBe(await cutKobo(paymentReference))
		},
	)

	test.each(['hold', 'received', 'otp'] as const)(
		'one that stays %s is asked about, never sent anew, and told to the operator',
		async (transferEnd) => {
			const shop = await book.newPaidShop()
			await book.completed(shop)
			desk.paystack.setBehaviour({ transferEnd })
			await book.run(seven)
			for (let hours = 0; hours < 30; hours++) {
				await book.send(seven + hours * HOUR_MS)
				await book.run(seven + hours * HOUR_MS)
			}
			expect(await book.payoutsOf(shop)).toHaveLength(1)
			const [payout] = await book.payoutsOf(shop)
			expect(desk.paystack.transfers.filter(({ reference }) => reference === payout?.reference)).toHaveLength(
				1,
			)
			expect(await dues(shop.id, seven)).toMatchObject([])
			expect(desk.deps.lines.join('\n')).toContain('ALERT')
			while (desk.paystack.stepTransfer(String(payout?.reference)) !== 'success');
			await book.send(seven + 40 * HOUR_MS)
			expect(await book.statuses(shop)).toEqual(['success'])
		},
	)

	test.each([
		'wrong-amount',
		'wrong-currency',
		'wrong-reference',
		'odd-status',
		'html',
		'fail',
		'unknown',
	] as const)('a wrong word about it (%s) ends nothing', async (transferVerify) => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		await book.run(seven)
		desk.paystack.setBehaviour({ transfer: 'lose', transferVerify })
		await book.send(seven)
		for (let hours = 1; hours < 30; hours++) await book.send(seven + hours * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['written'])
		desk.paystack.behaveWell()
		for (const hours of [40, 41]) await book.send(seven + hours * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['success'])
	})

	test.each(['refuse', 'no-balance'] as const)(
		'a second request that is refused (%s) ends nothing that Paystack may have and not find',
		async (transfer) => {
			const shop = await book.newPaidShop()
			const { paymentReference } = await book.completed(shop)
			await book.run(seven)
			desk.paystack.setBehaviour({ transfer: 'lose', transferVerify: 'unknown' })
			await book.send(seven)
			desk.paystack.setBehaviour({ transfer })
			for (let minutes = 5; minutes < 240; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
			expect(await book.statuses(shop)).toEqual(['written'])
			desk.paystack.behaveWell()
			await book.send(seven + 12 * HOUR_MS)
			expect(await book.statuses(shop)).toEqual(['success'])
			expect(await book.reached(shop)).toBe(await cutKobo(paymentReference))
		},
	)

	test('one that was overtaken is looked for as long before it is due again', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		await book.run(seven)
		desk.paystack.setBehaviour({ transfer: 'lose', transferVerify: 'unknown' })
		await book.send(seven)
		await refundByOperator(desk.deps, { givenReference: paymentReference, now: seven })
		for (let minutes = 5; minutes < 240; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
		expect(await book.statuses(shop)).toEqual(['written'])
		desk.paystack.behaveWell()
		await book.send(seven + 12 * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['success'])
		expect(await dues(shop.id, seven)).toMatchObject([{ state: 'debt', reason: 'given_back' }])
	})

	test('one that was never made, and then is refused, is due again after a day', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		await book.run(seven)
		desk.paystack.setBehaviour({ transfer: 'fail' })
		await book.send(seven)
		desk.paystack.setBehaviour({ transfer: 'refuse' })
		for (let hours = 1; hours < 40; hours++) await book.send(seven + hours * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['failed'])
		expect(await dues(shop.id, seven)).toMatchObject([{ state: 'due' }])
	})

	test('one that comes back days after it arrived makes its rows due again', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		await book.run(seven)
		for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
		const [payout] = await book.payoutsOf(shop)
		desk.paystack.stepTransfer(String(payout?.reference), 'reversed')
		await book.send(seven + 3 * DAY_MS + HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['reversed'])
		await book.run(seven + 3 * DAY_MS)
		for (let minutes = 0; minutes < 10; minutes += 5)
			await book.send(seven + 3 * DAY_MS + minutes * MINUTE_MS)
		expect(await book.statuses(shop)).toEqual(['reversed', 'success'])
		expect(await book.reached(shop)).toBe(await cutKobo(paymentReference))
	})

	test('one that arrives at once costs what Paystack took, which its first answer does not say', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		desk.paystack.setBehaviour({ transferEnd: 'at-once' })
		await book.run(seven)
		await book.send(seven)
		desk.paystack.behaveWell()
		await book.send(seven + 10 * MINUTE_MS)
		expect(await book.payoutsOf(shop)).toMatchObject([{ status: 'success', charged_fee_kobo: 10_00 }])
	})

	test('a webhook is no proof: Paystack is asked', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		desk.paystack.setBehaviour({ transferEnd: 'hold' })
		await book.run(seven)
		await book.send(seven)
		const [payout] = await book.payoutsOf(shop)
		const reference = String(payout?.reference)
		desk.clock.now = seven
		expect(await desk.deliver({ event: 'transfer.success', data: { id: 7, reference } })).toBe(200)
		expect(await book.statuses(shop)).toEqual(['pending'])
		desk.paystack.stepTransfer(reference, 'success')
		expect(await desk.deliver({ event: 'transfer.success', data: { id: 8, reference } })).toBe(200)
		expect(await book.statuses(shop)).toEqual(['success'])
		expect(await desk.deliver({ event: 'transfer.failed', data: { id: 9, reference } })).toBe(200)
		expect(await book.statuses(shop)).toEqual(['success'])
	})
})

describe('D59: what went back after it was paid out', () => {
	test('is a debt that the next payout takes first; the customer waits for nothing', async () => {
		const shop = await book.newPaidShop()
		const paid = await book.completed(shop)
		await book.run(seven)
		for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
		const first = await book.reached(shop)
		desk.clock.now = seven + HOUR_MS
		expect(
			await refundByOperator(desk.deps, { givenReference: paid.paymentReference, now: seven + HOUR_MS }),
		).toMatchObject({ ok: true })
		await processRefunds(desk.deps, seven + HOUR_MS)
		expect(await dues(shop.id, seven + HOUR_MS)).toMatchObject([{ state: 'debt', reason: 'given_back' }])
		expect(await book.run(seven + DAY_MS)).toBe(0)
		// Two more visits: the debt is taken of them.
		const visits = []
		for (const hours of [26, 28]) visits.push(await book.completed(shop, { startsAt: ten + hours * HOUR_MS }))
		desk.clock.now = seven + 2 * DAY_MS
		expect(await book.run(seven + 2 * DAY_MS)).toBe(1)
		for (let minutes = 0; minutes < 10; minutes += 5)
			await book.send(seven + 2 * DAY_MS + minutes * MINUTE_MS)
		const two =
			(await cutKobo(visits[0]?.paymentReference ?? '')) + (await cutKobo(visits[1]?.paymentReference ?? ''))
		expect(await book.reached(shop)).toBe(two)
		expect(first).toBeGreaterThan(0)
		expect(await dues(shop.id, seven + 2 * DAY_MS)).toEqual([])

		// The payout of what was refunded comes back: then the debt took what the shop never had.
		const [early] = await book.payoutsOf(shop)
		const reference = String(early?.reference)
		desk.paystack.stepTransfer(reference, 'reversed')
		desk.clock.now = seven + 2 * DAY_MS + HOUR_MS
		await desk.deliver({ event: 'transfer.reversed', data: { id: 9, reference } })
		expect(await book.statuses(shop)).toEqual(['reversed', 'success'])
		expect(await dues(shop.id, seven + 3 * DAY_MS)).toMatchObject([{ state: 'due', reason: 'given_back' }])
		await expectSound(database())
		expect(await book.run(seven + 3 * DAY_MS)).toBe(1)
		for (let minutes = 0; minutes < 10; minutes += 5)
			await book.send(seven + 3 * DAY_MS + minutes * MINUTE_MS)
		expect(await book.reached(shop)).toBe(two)
		expect(await dues(shop.id, seven + 3 * DAY_MS)).toEqual([])
	})
})

test('D59: a debt of a payment that is disputed besides is taken, and holds no payout up', async () => {
	const shop = await book.newPaidShop()
	const { paymentReference } = await book.completed(shop)
	await book.run(seven)
	for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
	desk.clock.now = seven + HOUR_MS
	await refundByOperator(desk.deps, { givenReference: paymentReference, now: desk.clock.now })
	await processRefunds(desk.deps, desk.clock.now)
	await desk.deliver({
		event: 'charge.dispute.create',
		data: { id: 77, transaction: { reference: paymentReference } },
	})
	const visits = []
	for (const hours of [26, 28]) visits.push(await book.completed(shop, { startsAt: ten + hours * HOUR_MS }))
	const later = seven + 2 * DAY_MS
	desk.clock.now = later
	expect(await book.run(later)).toBe(1)
	for (let minutes = 0; minutes < 10; minutes += 5) await book.send(later + minutes * MINUTE_MS)
	expect(await book.statuses(shop)).toEqual(['success', 'success'])
	const two =
		(await cutKobo(visits[0]?.paymentReference ?? '')) + (await cutKobo(visits[1]?.paymentReference ?? ''))
	expect(await book.reached(shop)).toBe(two)
})

describe('what customers may still get back is never paid out', () => {
	test('a refund of the same minute is left in the balance, and the payout waits', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		const other = await desk.newShop()
		const back = await book.completed(other)
		await book.run(seven)
		// All that Paystack holds, but for one payout and one refund.
		const kept = await cutKobo(paymentReference)
		const [row] = await database().rows(
			`SELECT sum(balance_kobo) AS kobo FROM ledger_accounts WHERE kind = 'customer_money'`,
		)
		desk.paystack.topUp(kept + Number(row?.kobo) - desk.paystack.balanceKobo)
		expect(
			await refundByOperator(desk.deps, { givenReference: back.paymentReference, now: seven }),
		).toMatchObject({ ok: true })
		await book.send(seven)
		expect(await book.statuses(shop)).toEqual(['written'])
		expect(desk.deps.lines.join('\n')).toContain('kept for customers')
		expect(desk.deps.lines.join('\n')).not.toContain('ALERT payout')
		await book.send(seven + 25 * HOUR_MS)
		expect(desk.deps.lines.at(-1)).toContain('waited a day for enough money')
		desk.paystack.topUp(10_000_00)
		await book.send(seven + 26 * HOUR_MS)
		await book.send(seven + 27 * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['success'])
		await processRefunds(desk.deps, seven)
	})
})

describe('two at once', () => {
	test('eight runs write one payout, and eight senders send it once', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		const workers = Array.from({ length: 8 }, () => book.newDeps())
		await Promise.all(workers.map((deps) => book.run(seven, deps)))
		expect(await book.payoutsOf(shop)).toHaveLength(1)
		await Promise.all(workers.map((deps) => book.send(seven, deps)))
		await book.send(seven + HOUR_MS)
		const [payout] = await book.payoutsOf(shop)
		expect(desk.paystack.transfers.filter(({ reference }) => reference === payout?.reference)).toHaveLength(1)
		expect(await book.reached(shop)).toBe(await cutKobo(paymentReference))
	})

	test('a refund beside the run: the shop is paid, and owes it, or it is not paid', async () => {
		const shop = await book.newPaidShop()
		const paid = await book.completed(shop)
		await book.completed(shop, { startsAt: ten + 2 * HOUR_MS })
		await Promise.all([
			book.run(seven, book.newDeps()),
			refundByOperator(book.newDeps(), { givenReference: paid.paymentReference, now: seven }),
		])
		const [due] = (await dues(shop.id, seven)).filter((one) => one.paymentReference === paid.paymentReference)
		const items = await database().rows(
			'SELECT 1 FROM payout_items WHERE payment_reference = ?',
			paid.paymentReference,
		)
		expect(due?.state).toBe(items.length === 0 ? undefined : 'on_its_way')
	})
})

describe('what happens between two steps of sending', () => {
	/** A worker that does something of another one's before its own call goes on. */
	function meanwhile(name: 'balance' | 'createRecipient', act: () => Promise<unknown>) {
		const deps = book.newDeps()
		const { onlinePayments } = deps
		if (!onlinePayments) throw new Error('paying online is off')
		const call = onlinePayments.provider[name] as (asked?: never) => Promise<never>
		const watched = async (asked?: never) => {
			await act()
			return call(asked)
		}
		return { ...deps, onlinePayments: withProvider(onlinePayments, { [name]: watched }) }
	}
	const written = async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		await book.run(seven)
		return { shop, reference: String((await book.payoutsOf(shop))[0]?.reference) }
	}
	const transfersOf = (reference: string) =>
		desk.paystack.transfers.filter((transfer) => transfer.reference === reference)

	test('a payout that is cancelled is not sent', async () => {
		const { shop, reference } = await written()
		let cancelled: unknown
		await book.send(
			seven,
			meanwhile('balance', async () => {
				cancelled ??= await cancelPayout(book.newDeps(), { reference, now: seven })
			}),
		)
		expect(cancelled).toMatchObject({ ok: true })
		expect(transfersOf(reference)).toEqual([])
		expect(await book.statuses(shop)).toEqual(['cancelled'])
	})

	test('an account that is refused does not end what another worker has sent', async () => {
		const { shop, reference } = await written()
		const slow = meanwhile('createRecipient', async () => {
			desk.paystack.setBehaviour({ transfer: 'lose' })
			await book.send(seven, book.newDeps())
			desk.paystack.behaveWell()
		})
		const { provider } = slow.onlinePayments
		const createRecipient: typeof provider.createRecipient = async (asked) => {
			await provider.createRecipient(asked)
			return { outcome: 'refused', message: 'Account is invalid' }
		}
		await book.send(seven, {
			...slow,
			onlinePayments: withProvider(slow.onlinePayments, { createRecipient }),
		})
		for (let hours = 1; hours <= 30; hours++) {
			await book.run(seven + hours * HOUR_MS)
			await book.send(seven + hours * HOUR_MS)
		}
		const references = (await book.payoutsOf(shop)).map((payout) => payout.reference)
		const arrived = desk.paystack.transfers.filter(
			(transfer) => references.includes(transfer.reference) && transfer.status === 'success',
		)
		expect(arrived).toHaveLength(1)
		expect(transfersOf(reference).length).toBeLessThanOrEqual(1)
	})

	test('an account that is stopped gets nothing any more: what was written for it is due again', async () => {
		const { shop, reference } = await written()
		const [account] = await database().rows('SELECT id FROM payout_accounts WHERE shop_id = ?', shop.id)
		const stop = () =>
			stopPayoutAccount(book.newDeps(), {
				accountId: String(account?.id),
				by: { stoppedBy: 'operator' },
				now: seven,
			})
		await book.send(seven, meanwhile('balance', stop))
		await book.send(seven + HOUR_MS)
		expect(transfersOf(reference)).toEqual([])
		expect(await book.statuses(shop)).toEqual(['cancelled'])
		expect(await dues(shop.id, seven)).toMatchObject([{ state: 'due' }])
	})
})

test('what is disputed or refunded before it was sent is not sent: the rest is, in a new payout of that day', async () => {
	const shop = await book.newPaidShop()
	const disputed = await book.completed(shop)
	const back = await book.completed(shop, { startsAt: ten + 2 * HOUR_MS })
	const kept = await book.completed(shop, { startsAt: ten + 4 * HOUR_MS })
	await book.run(seven)
	desk.clock.now = seven
	await desk.deliver({
		event: 'charge.dispute.create',
		data: { id: `of-${shop.id}`, transaction: { reference: disputed.paymentReference } },
	})
	await refundByOperator(desk.deps, { givenReference: back.paymentReference, now: seven })
	for (let minutes = 0; minutes < 30; minutes += 10) {
		await book.send(seven + minutes * MINUTE_MS)
		await book.run(seven + minutes * MINUTE_MS)
	}
	expect(await book.statuses(shop)).toEqual(expect.arrayContaining(['cancelled', 'success']))
	expect(await book.reached(shop)).toBe(await cutKobo(kept.paymentReference))
	await processRefunds(desk.deps, seven)
})

describeInFull('by the operator’s bank', () => {
	const write = (shopId: string, now = seven) =>
		writePayout(desk.deps, { shopId, rules, balanceKobo: null, now })

	test('what is undone while a payout is being written is not paid out', async () => {
		const shop = await book.newPaidShop()
		const { referenceNumber } = await book.completed(shop)
		const undone = () => undoAppointment(desk.deps, { shopId: shop.id, referenceNumber, now: seven })
		const deps = beforeWrite({ ...desk.deps }, async () => expect((await undone()).ok).toBe(true))
		const written = await writePayout(deps, { shopId: shop.id, rules, balanceKobo: null, now: seven })
		expect(written).toEqual({ ok: false, refusal: 'nothing_due' })
		expect(await book.payoutsOf(shop)).toEqual([])
	})

	test('what was exported is not exported again, and what the bank did is recorded once', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		const written = await write(shop.id)
		expect(await write(shop.id)).toEqual({ ok: false, refusal: 'nothing_due' })
		if (!written.ok) throw new Error(written.refusal)
		const { reference, amountKobo } = written.value.payout
		const result = { reference, result: 'paid', amountKobo, bankReference: 'B1' } as const
		const record = (...results: Parameters<typeof recordBankResults>[1]['results'][number][]) =>
			recordBankResults(desk.deps, { results, now: seven + HOUR_MS })
		expect(await record(result, { ...result, reference: 'payout-none' })).toEqual({
			ok: false,
			refusal: [{ reference: 'payout-none', why: 'not_found' }],
		})
		expect(await record({ ...result, amountKobo: amountKobo + 1 })).toMatchObject({ ok: false })
		expect(await record({ ...result, result: 'returned' })).toMatchObject({ ok: false })
		expect(await book.statuses(shop)).toEqual(['written'])
		expect(await record(result)).toEqual({ ok: true, value: { moved: 1, late: [] } })
		expect(await record(result)).toEqual({ ok: true, value: { moved: 0, late: [] } })
		expect(await book.statuses(shop)).toEqual(['success'])
		expect(await desk.balanceOf('operator_bank:')).toBe(-amountKobo)
		expect(await cancelPayout(desk.deps, { reference, now: seven })).toEqual({ ok: false, refusal: 'sent' })
		expect(await record({ ...result, result: 'returned' })).toEqual({
			ok: true,
			value: { moved: 1, late: [] },
		})
		expect(await dues(shop.id, seven)).toMatchObject([{ state: 'due' }])
	})

	test('what is cancelled meanwhile is told, and not counted as recorded', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		const written = await write(shop.id)
		const reference = written.ok ? written.value.payout.reference : ''
		const deps = book.newDeps()
		const { payouts } = deps.payouts
		const readFirst = async (asked: string) => {
			const payout = await payouts.payout(asked)
			await cancelPayout(book.newDeps(), { reference, now: seven })
			return payout
		}
		const result = { reference, result: 'paid', amountKobo: null, bankReference: null } as const
		const recorded = await recordBankResults(
			{ ...deps, payouts: { ...deps.payouts, payouts: { ...payouts, payout: readFirst } } },
			{ results: [result], now: seven },
		)
		expect(recorded).toEqual({ ok: true, value: { moved: 0, late: [{ reference, why: 'ended_otherwise' }] } })
		expect(await book.statuses(shop)).toEqual(['cancelled'])
	})

	test('what was not sent is cancelled, and due again', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		const written = await write(shop.id)
		const reference = written.ok ? written.value.payout.reference : ''
		expect(await cancelPayout(desk.deps, { reference, now: seven })).toMatchObject({ ok: true })
		expect(await cancelPayout(desk.deps, { reference, now: seven })).toEqual({
			ok: false,
			refusal: 'cancelled_already',
		})
		expect(await write(shop.id)).toMatchObject({ ok: true })
	})
})
