import fc from 'fast-check'
import { expect, test } from 'vitest'
import { netAmount } from '#app/domain/payouts/payout-share.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { completeAppointment, missAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { type Act, type Day, day, type ModelShop, payoutActs } from './payout-acts.ts'
import { payoutBook } from './payout-book.ts'
import {
	amountOf,
	countedArrived,
	countedDues,
	countedOnItsWay,
	countedRun,
	countedWorth,
	countVoid,
	countWritten,
	isOvertaken,
	MINIMUM,
} from './payout-count.ts'

/**
 * Days of two shops in which visits are paid and closed, payments are refunded or disputed, accounts are changed, and
 * payouts are sent, fail and are returned: each payout, and what is due, equals a count by hand. 2 runs of days in a
 * sample, 150 in a deep run.
 */
const desk = withPaymentDesk('paymodel')
const book = payoutBook(desk)
const { newShop, bookVisit, play } = payoutActs(desk, book)
const RUNS = isDeep ? 150 : 2
/** A Tuesday, at midnight in Lagos. */
const firstDay: Instant = Date.parse('2026-11-24T00:00+01:00')

/** A run, and whether it wrote what the count says. */
async function run(shops: readonly ModelShop[]) {
	const { now } = desk.clock
	const expected = shops.map(({ counted }) => countedRun(counted, now))
	await book.run(now)
	for (const [place, { shop, counted }] of shops.entries()) {
		const rows = expected[place] ?? null
		const isNew = ({ reference }: Record<string, unknown>) => !counted.payouts.has(String(reference))
		const written = (await book.payoutsOf(shop)).filter(isNew)
		expect(written).toHaveLength(rows ? 1 : 0)
		const [payout] = written
		if (!payout || !rows) continue
		const items = await desk.rows(
			'SELECT payment_reference FROM payout_items WHERE payout_reference = ?',
			String(payout.reference),
		)
		const named = rows.map(({ payment }) => payment.paymentReference)
		expect(items.map(({ payment_reference }) => payment_reference).sort()).toEqual(named.sort())
		const onPaper = countWritten(counted, String(payout.reference), rows)
		expect(payout.amount_kobo).toBe(amountOf(onPaper))
	}
}

/** Sends, and takes over how far each payout is: Paystack's own book says whether that is true. */
async function send(shops: readonly ModelShop[]) {
	const overtaken = shops.map(({ counted }) =>
		[...counted.payouts]
			.filter(([, payout]) => payout.state === 'written' && isOvertaken(counted, payout))
			.map(([reference]) => reference),
	)
	await book.send(desk.clock.now)
	for (const [place, { shop, counted }] of shops.entries()) {
		for (const { reference, status, is_asked } of await book.payoutsOf(shop)) {
			const payout = counted.payouts.get(String(reference))
			if (!payout || payout.state === 'void') continue
			const transfer = desk.paystack.transfers.find((one) => one.reference === reference)
			const isCalledOff = overtaken[place]?.includes(String(reference)) ?? false
			expect(status === 'cancelled').toBe(isCalledOff)
			if (isCalledOff) counted.lookedAtDay = null
			if (transfer) {
				expect(transfer.amountKobo).toBe(amountOf(payout))
				expect(transfer.recipient.accountNumber).toBe(payout.accountNumber)
			}
			if (status === 'success') {
				expect(transfer?.transferredAt).not.toBeNull()
				payout.state = 'arrived'
			} else if (['written', 'pending', 'received', 'otp'].includes(String(status))) {
				if (is_asked) payout.state = 'sent'
			} else {
				expect(['success', 'pending', 'otp', 'received']).not.toContain(transfer?.status)
				countVoid(payout)
			}
		}
	}
}

async function expectCounted(shops: readonly ModelShop[]) {
	const { now } = desk.clock
	for (const { shop, counted } of shops) {
		const told = (await readDues(desk.deps, { shopId: shop.id, mode: 'test', now }))
			.filter(({ state }) => state !== 'settled')
			.map(
				({ paymentReference, state, share }) =>
					[paymentReference, { state, left: netAmount(share) }] as const,
			)
		expect(new Map(told)).toEqual(countedDues(counted, now))
		// Paystack may have sent what the app has not asked about yet.
		const reached = await book.reached(shop)
		expect(reached).toBeGreaterThanOrEqual(countedArrived(counted))
		expect(reached).toBeLessThanOrEqual(countedArrived(counted) + countedOnItsWay(counted))
		expect((await desk.balanceOf(`payout_pending:${shop.id}`)) ?? 0).toBe(countedOnItsWay(counted))
	}
}

async function playDay(shops: readonly ModelShop[], midnight: Instant, today: Day) {
	const clock = (hours: number, minutes = 0) => {
		desk.clock.now = midnight + hours * HOUR_MS + minutes * MINUTE_MS
	}
	const shopOf = (place: number) => shops[place] as ModelShop
	const playAll = async (when: Act['when']) => {
		for (const one of today.acts) if (one.when === when) await play(one, shopOf(one.shop))
		await processRefunds(desk.deps, desk.clock.now)
		await processRefunds(desk.deps, desk.clock.now + 30 * MINUTE_MS)
	}
	desk.paystack.behaveWell()
	clock(8)
	const visits = []
	for (const { shop, hour, tip, fate } of today.visits)
		visits.push({ fate, ...(await bookVisit(shopOf(shop), midnight + hour * HOUR_MS, tip)) })
	clock(9)
	for (const { fate, appointmentId, payment } of visits) {
		if (fate !== 'cancel late') continue
		const cancelled = await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId },
			now: desk.clock.now,
		})
		expect(cancelled).toMatchObject({ ok: true, value: { money: 'kept' } })
		payment.dueAt = desk.clock.now
	}
	clock(16)
	for (const { fate, referenceNumber, payment } of visits) {
		const asked = { referenceNumber, now: desk.clock.now }
		if (fate === 'complete')
			expect((await completeAppointment(desk.deps, { ...asked, isPaid: true })).ok).toBe(true)
		if (fate === 'miss') expect((await missAppointment(desk.deps, asked)).ok).toBe(true)
		if (fate === 'complete' || fate === 'miss') payment.dueAt = desk.clock.now
	}
	clock(17)
	await playAll('before')
	await expectCounted(shops)
	clock(19)
	await run(shops)
	await expectCounted(shops)
	clock(19, 5)
	await playAll('between')
	desk.paystack.setBehaviour({ transfer: today.transfer, transferEnd: today.transferEnd })
	clock(19, 10)
	await send(shops)
	await run(shops)
	await expectCounted(shops)
	desk.paystack.behaveWell()
	for (const minutes of [20, 40, 80, 160, 240]) {
		clock(19, minutes)
		await send(shops)
		await run(shops)
	}
	clock(23, 30)
	await playAll('after')
	await expectCounted(shops)
}

const quiet: Day = { visits: [], acts: [], transfer: 'answer', transferEnd: 'success' }

test('each payout, what is due and what arrived is what a count by hand says', async () => {
	let arrived = 0
	await fc.assert(
		fc.asyncProperty(fc.array(day, { minLength: 4, maxLength: 9, size: 'max' }), async (days) => {
			desk.clock.now = firstDay
			desk.paystack.behaveWell()
			desk.paystack.topUp(100_000_00)
			const shops = [await newShop(0), await newShop(10)]
			let midnight = firstDay
			for (const today of days) {
				await playDay(shops, midnight, today)
				midnight += DAY_MS
			}
			// What waits for an end gets it, and a week later all that was kept has arrived, but for what is owed.
			for (const { counted } of shops)
				for (const payment of counted.payments)
					if (payment.isDisputed)
						await play({ kind: 'win', when: 'after', shop: 0, which: 0 }, { counted } as ModelShop)
			for (const { reference, status } of [...desk.paystack.transfers])
				if (['pending', 'otp', 'received'].includes(status))
					while (desk.paystack.stepTransfer(reference) !== 'success');
			for (let rest = 0; rest < 8; rest++, midnight += DAY_MS) await playDay(shops, midnight, quiet)
			for (const { shop, counted } of shops) {
				const reached = await book.reached(shop)
				const dues = [...countedDues(counted, desk.clock.now).values()]
				expect(reached + dues.reduce((sum, { left }) => sum + left, 0)).toBe(countedWorth(counted))
				expect(countedWorth(counted) - reached).toBeLessThan(MINIMUM)
				arrived += reached
			}
			await expectSound(desk.database())
		}),
		{ numRuns: RUNS, endOnFailure: true },
	)
	expect(arrived).toBeGreaterThan(0)
}, 3_600_000)
