import { beforeEach, expect, test } from 'vitest'
import { processDueWebhooks } from '#app/flows/payments/process-webhooks.server.ts'
import { applyTransferEvent } from '#app/flows/payouts/ask-provider.server.ts'
import { cancelPayout } from '#app/flows/payouts/cancel-payout.server.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { recordBankResults } from '#app/flows/payouts/record-bank-file.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { payoutBook, seven } from './payout-book.ts'

/** A payout that came to nothing, and arrives all the same. */
const desk = withPaymentDesk('late')
const book = payoutBook(desk)

beforeEach(() => desk.paystack.topUp(10_000_00))

async function worthOf(paymentReference: string): Promise<number> {
	const payment = await desk.paymentOf(paymentReference)
	return Number(payment?.amount_kobo) - Number(payment?.fee_kobo)
}

/** The cron of an evening, a few minutes long. */
async function evening(at: Instant) {
	desk.clock.now = at
	await book.run(at)
	for (const minutes of [0, 5, 10]) await book.send(at + minutes * MINUTE_MS)
}

/** A visit whose payout of Tuesday has failed. */
async function failed() {
	const shop = await book.newPaidShop()
	await desk.setShop(shop, `email = 'ada@beauty.example'`)
	const visit = await book.completed(shop)
	desk.paystack.setBehaviour({ transferEnd: 'failed' })
	await evening(seven)
	desk.paystack.behaveWell()
	expect(await book.statuses(shop)).toEqual(['failed'])
	const [payout] = await book.payoutsOf(shop)
	return { shop, visit, reference: String(payout?.reference), worth: await worthOf(visit.paymentReference) }
}

/** Paystack pays it all the same, and says so. */
async function arrives(reference: string, now: Instant) {
	desk.clock.now = now
	desk.paystack.stepTransfer(reference, 'success')
	await desk.deliver({ event: 'transfer.success', data: { id: `${reference}-late`, reference } })
}

const left = async ({ id }: SmallShop, now: Instant) =>
	(await readDues(desk.deps, { shopId: id, mode: 'test', now }))
		.filter(({ state }) => state !== 'settled')
		.map((due) => [due.state, 'reason' in due ? due.reason : null])

test('D59: after another one has paid the same it is a debt, which the next payout takes', async () => {
	const { shop, reference, worth } = await failed()
	await evening(seven + DAY_MS)
	expect(await book.statuses(shop)).toEqual(['failed', 'success'])
	await arrives(reference, seven + DAY_MS + HOUR_MS)
	expect(await book.statuses(shop)).toEqual(['success', 'success'])
	expect(await book.reached(shop)).toBe(2 * worth)
	expect(desk.deps.lines.filter((line) => line.includes('twice'))).toEqual([
		`ALERT payout ${reference}: the payout was failed here and has arrived all the same: what the shop got twice is its debt`,
	])
	expect(await left(shop, desk.clock.now)).toEqual([['debt', 'paid_twice']])
	const paid = await desk.balanceOf(`shop_paid:${shop.id}`)
	expect(paid).toBe(2 * Number(await desk.balanceOf(`shop_due:${shop.id}`)))
	await expectSound(desk.database())
	// Told twice, it is one debt.
	await desk.deliver({ event: 'transfer.success', data: { id: `${reference}-again`, reference } })
	expect(await book.reached(shop)).toBe(2 * worth)

	const later = await book.completed(shop, { startsAt: ten + 50 * HOUR_MS })
	await book.completed(shop, { startsAt: ten + 52 * HOUR_MS })
	await evening(seven + 3 * DAY_MS)
	expect(await book.reached(shop)).toBe(2 * worth + (await worthOf(later.paymentReference)))
	expect(await left(shop, desk.clock.now)).toEqual([])
})

test('an event that Paystack’s own answer lags behind is worked again until both say that it arrived', async () => {
	const { shop, reference, worth } = await failed()
	desk.paystack.setBehaviour({ transferVerify: 'pending' })
	await arrives(reference, seven + HOUR_MS)
	expect(await book.statuses(shop)).toEqual(['failed'])
	desk.paystack.behaveWell()
	desk.clock.now = seven + 2 * HOUR_MS
	await processDueWebhooks(desk.deps, desk.clock.now)
	expect(await book.statuses(shop)).toEqual(['success'])
	await evening(seven + DAY_MS)
	expect(await book.reached(shop)).toBe(worth)
})

test('where no other one was made yet, nothing is paid any more and nothing is owed', async () => {
	const { shop, reference, worth } = await failed()
	await arrives(reference, seven + HOUR_MS)
	expect(await left(shop, desk.clock.now)).toEqual([])
	await evening(seven + DAY_MS)
	expect(await book.statuses(shop)).toEqual(['success'])
	expect(await book.reached(shop)).toBe(worth)
})

test('one that waits with the same payment is called off', async () => {
	const { shop, reference, worth } = await failed()
	const next = seven + DAY_MS
	await book.run(next)
	await arrives(reference, next)
	await evening(next)
	expect(await book.statuses(shop)).toEqual(['success', 'cancelled'])
	expect(await book.reached(shop)).toBe(worth)
})

test('one that comes back after all that takes its debt with it', async () => {
	const { shop, reference, worth } = await failed()
	await evening(seven + DAY_MS)
	await arrives(reference, seven + DAY_MS + HOUR_MS)
	desk.paystack.stepTransfer(reference, 'reversed')
	await desk.deliver({ event: 'transfer.reversed', data: { id: `${reference}-back`, reference } })
	expect(await book.statuses(shop)).toEqual(['reversed', 'success'])
	expect(await book.reached(shop)).toBe(worth)
	expect(await left(shop, desk.clock.now)).toEqual([])
	await expectSound(desk.database())
})

test('of a payment that went back meanwhile, all of it is owed', async () => {
	const { shop, visit, reference } = await failed()
	const { paymentReference: givenReference } = visit
	await refundByOperator(desk.deps, { givenReference, now: seven + HOUR_MS })
	await processRefunds(desk.deps, seven + HOUR_MS)
	await arrives(reference, seven + 2 * HOUR_MS)
	expect(await left(shop, desk.clock.now)).toEqual([['debt', 'given_back']])
	await expectSound(desk.database())
})

test('one that had a debt taken of it took the debt twice, and the next payout gives it back', async () => {
	const shop = await book.newPaidShop()
	const visit = await book.completed(shop)
	await evening(seven)
	await refundByOperator(desk.deps, { givenReference: visit.paymentReference, now: seven + HOUR_MS })
	await processRefunds(desk.deps, seven + HOUR_MS)
	const earlier = await worthOf(visit.paymentReference)
	const visits = [
		await book.completed(shop, { startsAt: ten + 26 * HOUR_MS }),
		await book.completed(shop, { startsAt: ten + 28 * HOUR_MS }),
	]
	let worth = 0
	for (const { paymentReference } of visits) worth += await worthOf(paymentReference)
	desk.paystack.setBehaviour({ transferEnd: 'failed' })
	await evening(seven + 2 * DAY_MS)
	desk.paystack.behaveWell()
	const reference = String((await book.payoutsOf(shop)).find(({ status }) => status === 'failed')?.reference)
	await evening(seven + 3 * DAY_MS)
	expect(await book.reached(shop)).toBe(worth)
	await arrives(reference, seven + 3 * DAY_MS + HOUR_MS)
	expect(await book.reached(shop)).toBe(2 * worth - earlier)
	expect(await left(shop, desk.clock.now)).toEqual([
		['due', 'given_back'],
		['debt', 'paid_twice'],
		['debt', 'paid_twice'],
	])
	await expectSound(desk.database())

	for (const hours of [98, 100]) {
		const { paymentReference } = await book.completed(shop, { startsAt: ten + hours * HOUR_MS })
		worth += await worthOf(paymentReference)
	}
	await evening(seven + 6 * DAY_MS)
	expect(await book.reached(shop)).toBe(worth)
	expect(await left(shop, desk.clock.now)).toEqual([])
})

test('eight workers that hear of it at once write it once', async () => {
	const { shop, reference, worth } = await failed()
	await evening(seven + DAY_MS)
	desk.clock.now = seven + DAY_MS + HOUR_MS
	desk.paystack.stepTransfer(reference, 'success')
	await Promise.all(
		Array.from({ length: 8 }, () => applyTransferEvent(book.newDeps(), { reference, now: desk.clock.now })),
	)
	expect(await book.reached(shop)).toBe(2 * worth)
	expect(await left(shop, desk.clock.now)).toEqual([['debt', 'paid_twice']])
	await expectSound(desk.database())
})

test('beside a run that writes the next one, the shop is paid once, or owes the second', async () => {
	const { shop, reference, worth } = await failed()
	const next = seven + DAY_MS
	desk.clock.now = next
	desk.paystack.stepTransfer(reference, 'success')
	await Promise.all([
		book.run(next, book.newDeps()),
		applyTransferEvent(book.newDeps(), { reference, now: next }),
	])
	await evening(next + 10 * MINUTE_MS)
	expect(await book.reached(shop)).toBe(worth)
	expect(await left(shop, next + HOUR_MS)).toEqual([])
})

test.each(['failed', 'cancelled'] as const)(
	'what the bank paid after it was told as %s is a debt too',
	async (was) => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		const rules = { way: 'bank_file', mode: 'test', minimumKobo: 1_000_00 } as const
		const write = async (now: Instant) => {
			const written = await writePayout(desk.deps, { shopId: shop.id, rules, balanceKobo: null, now })
			if (!written.ok) throw new Error(written.refusal)
			return written.value.payout.reference
		}
		const record = (reference: string, result: 'paid' | 'failed' | 'returned', now: Instant) =>
			recordBankResults(desk.deps, {
				results: [{ reference, result, amountKobo: null, bankReference: null }],
				now,
			})
		const first = await write(seven)
		if (was === 'failed') await record(first, 'failed', seven)
		else await cancelPayout(desk.deps, { reference: first, now: seven })
		const second = await write(seven + HOUR_MS)
		await record(second, 'paid', seven + 2 * HOUR_MS)
		const now = seven + 3 * HOUR_MS
		expect(await record(first, 'paid', now)).toEqual({ ok: true, value: { moved: 1, late: [] } })
		expect(await record(first, 'paid', now)).toEqual({ ok: true, value: { moved: 0, late: [] } })
		expect(await left(shop, now)).toEqual([['debt', 'paid_twice']])
		await expectSound(desk.database())
		expect(await record(first, 'returned', now)).toMatchObject({ ok: true })
		expect(await left(shop, now)).toEqual([])
		// What came back stays back.
		expect(await record(first, 'paid', now)).toMatchObject({ ok: false })
	},
)
