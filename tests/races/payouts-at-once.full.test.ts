import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { payoutBook, seven } from '#tests/integration/payouts/payout-book.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { withPayoutRacers } from './payout-race.ts'

/**
 * Three processes pay the same shops at once, while some payments are refunded and some accounts change: each shop
 * gets what it is due once, and nothing goes to an account that waits. 9 shops in a sample, 270 in a deep run.
 */
const desk = withPaymentDesk('payout-race')
const book = payoutBook(desk)
const runRace = withPayoutRacers()
const rounds = isDeep ? 30 : 1

test.each(Array.from({ length: rounds }, (_, i) => i + 1))('round %i: once each', async () => {
	desk.paystack.topUp(100_000_00)
	const shops: { shop: SmallShop; paymentReference: string; keptKobo: number }[] = []
	for (let n = 0; n < 9; n++) {
		const shop = await book.newPaidShop()
		// An account is changed only where its owner can be told.
		await desk.setShop(shop, `email = 'ada@salon.example'`)
		const { paymentReference } = await book.completed(shop)
		const kept = await book.completed(shop, { startsAt: ten + 2 * HOUR_MS })
		const payment = await desk.paymentOf(kept.paymentReference)
		shops.push({ shop, paymentReference, keptKobo: Number(payment?.amount_kobo) - Number(payment?.fee_kobo) })
	}
	const refunded = shops.filter((_, n) => n % 3 === 1)
	const changed = shops.filter((_, n) => n % 3 === 2)
	const told = await runRace({
		...desk.addresses,
		refunds: refunded.map(({ paymentReference }) => paymentReference),
		accounts: changed.map(({ shop }) => shop.id),
		now: seven,
	})
	expect(told.filter((word) => word === 'refunded')).toHaveLength(refunded.length)
	// The run ten minutes later writes cancelled payouts anew.
	await book.run(seven + 10 * MINUTE_MS)
	for (let minutes = 15; minutes <= 120; minutes += 5) await book.send(seven + minutes * MINUTE_MS)

	for (const { shop, keptKobo } of shops) {
		const payouts = (await book.payoutsOf(shop)).filter(({ status }) => status !== 'cancelled')
		expect(payouts.length).toBeLessThanOrEqual(1)
		expect(payouts.filter(({ status }) => status !== 'success')).toEqual([])
		expect(payouts.filter(({ account_id }) => String(account_id).startsWith('changed-'))).toEqual([])
		const [debt] = await desk.rows(
			`SELECT count(*) AS open FROM transactions WHERE shop_id = ? AND is_payout_open = 1`,
			shop.id,
		)
		const reached = await book.reached(shop)
		// Without a refund or a change the payout has both payments. A refund before its sending leaves the other one.
		if (refunded.some((one) => one.shop === shop)) expect([keptKobo, 2 * keptKobo]).toContain(reached)
		else if (changed.some((one) => one.shop === shop)) expect([0, 2 * keptKobo]).toContain(reached)
		else expect([reached, debt?.open]).toEqual([2 * keptKobo, 0])
	}
	const references = desk.paystack.transfers.map(({ reference }) => reference)
	expect(new Set(references).size).toBe(references.length)
})
