import { expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { hourlyTimes } from '#tests/support/small-shop.ts'
import { withSettleRacers } from './settle-race.ts'

/**
 * At the same instant, between processes: webhook, return page, button and sweeper are different Workers. Two processes
 * ask about every payment four times each, all at once: 18 payments in a sample, 270 in a deep run.
 */
const desk = withPaymentDesk('race')
const runRace = withSettleRacers()
const rounds = isDeep ? 15 : 1
const CALLERS = 4

const roundsOf = Array.from({ length: rounds }, (_, i) => i + 1)

test.each(roundsOf)('round %i: each payment books once, and everybody is told of that visit', async () => {
	const shops = await Promise.all([desk.newShop(), desk.newShop()])
	const references: string[] = []
	for (const shop of shops) {
		for (const startsAt of hourlyTimes) {
			const { paymentReference } = await desk.atPaystack(shop, { startsAt })
			desk.paystack.pay(paymentReference)
			references.push(paymentReference)
		}
	}
	// Every third one is late, and its time another customer's.
	const late = references.filter((_, i) => i % 3 === 0)
	await desk.change(
		`UPDATE holds SET expires_at = ? WHERE checkout_id IN
			(SELECT checkout_id FROM payment_attempts WHERE payment_reference IN (SELECT value FROM json_each(?)))`,
		desk.clock.now + 1,
		JSON.stringify(late),
	)
	desk.clock.now += MINUTE_MS
	for (const shop of shops)
		for (const [i, startsAt] of hourlyTimes.entries())
			if (i % 3 === 0) expect((await desk.bookForCash(shop, startsAt)).ok).toBe(true)

	const told = await runRace({ ...desk.addresses, references, callers: CALLERS, now: desk.clock.now })
	expect(told).toHaveLength(references.length * CALLERS * 2)
	for (const paymentReference of references) {
		const answers = told.filter((one) => one.paymentReference === paymentReference)
		const isLate = late.includes(paymentReference)
		expect(new Set(answers.map(({ word }) => word))).toEqual(new Set([isLate ? 'offered' : 'booked']))
		expect(new Set(answers.map(({ appointment }) => appointment)).size).toBe(1)
	}
	const [left] = await desk.rows(
		`SELECT count(*) AS payments, count(appointment_id) AS appointments FROM transactions WHERE shop_id IN (?, ?)`,
		shops[0].id,
		shops[1].id,
	)
	expect(left).toEqual({ payments: references.length, appointments: references.length - late.length })
})

test.each(roundsOf)(
	'round %i: of two payments of one visit, in two processes at once, one books and one goes back',
	async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const pairs: [string, string][] = []
		for (const startsAt of hourlyTimes) {
			const { payer, paymentReference } = await desk.atPaystack(shop, { startsAt })
			pairs.push([paymentReference, await payer.start({ tip: '10' })])
		}
		for (const paymentReference of pairs.flat()) desk.paystack.pay(paymentReference)
		const told = await runRace({
			...desk.addresses,
			references: pairs.flat(),
			callers: CALLERS,
			now: desk.clock.now,
		})
		for (const pair of pairs) {
			const words = pair.map((paymentReference) => [
				...new Set(told.filter((one) => one.paymentReference === paymentReference).map(({ word }) => word)),
			])
			expect(words.sort()).toEqual([['booked'], ['refund: second_payment']])
		}
	},
)
