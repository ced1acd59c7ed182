import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { statementsOf } from '#app/kernel/write-batch.server.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { pressUntilAnswered, refusedWith } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

const desk = withPaymentDesk('promo')

describe('a promo code', () => {
	const promoCodes = { LAST: { percent: 10, maxUses: 1 } }

	test('is reserved with the checkout, so that nobody else has the use that is being paid for', async () => {
		const shop = await desk.newShop({ promoCodes, staff: { Ada: {}, Bola: {} } })
		const payer = await desk.atCheckout(shop)
		await payer.start({ promoCode: 'LAST' })
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
		expect((await payer.attempts())[0]?.amountKobo).toBe(450_000)
		const other = await desk.atCheckout(shop)
		expect(await other.press({ promoCode: 'LAST' })).toEqual(refusedWith('promo_not_valid'))
	})

	test('its last use stays with whoever reserved it: the page shows it, and Pay leads to the same page again', async () => {
		const shop = await desk.newShop({ promoCodes })
		const payer = await desk.atCheckout(shop)
		const paymentReference = await payer.start({ promoCode: 'LAST' })
		desk.clock.now += MINUTE_MS
		expect(await payer.sees()).toMatchObject({ seenTotalKobo: 450_000, seenDueKobo: 450_000 })
		expect(await payer.start()).toBe(paymentReference)
		desk.clock.now += 12 * MINUTE_MS
		// A new attempt for the checkout takes no second use.
		expect(await payer.start()).not.toBe(paymentReference)
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
	})

	test('moves with the visit from one checkout of it to the next', async () => {
		const shop = await desk.newShop({ promoCodes })
		const payer = await desk.atCheckout(shop)
		await payer.start({ promoCode: 'LAST' })
		const second = await payer.start({ tip: '10' })
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
		const uses = await desk.rows(
			'SELECT total_kobo FROM promo_uses JOIN checkouts ON id = checkout_id WHERE draft_id = ?',
			payer.draftId,
		)
		expect(uses).toEqual([{ total_kobo: 495_000 }])
		desk.paystack.pay(second)
		expect(await desk.settled(second)).toBe('booked')
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
	})

	test('goes with the visit when that is paid in cash instead, and is given back when it is left out there', async () => {
		const shop = await desk.newShop({ promoCodes, staff: { Ada: {}, Bola: {} } })
		const one = await desk.atCheckout(shop)
		await one.start({ promoCode: 'LAST' })
		expect(await one.press({ promoCode: '', paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
		expect(await desk.usesOf(shop, 'LAST')).toBe(0)
		const two = await desk.atCheckout(shop)
		await two.start({ promoCode: 'LAST' })
		expect(await two.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
	})

	test('W56: the first checkout of a visit gives up nothing of others, the next one does', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const givesUp = async (tip: string) => {
			const { writeBatch } = desk.deps
			const sent: string[] = []
			desk.deps.writeBatch = (batch) => {
				sent.push(...statementsOf(batch).map(({ sql }) => sql))
				return writeBatch(batch)
			}
			await payer.start({ tip })
			return ['promo_uses', 'reward_uses', 'cashback_uses', 'referrals'].filter((table) =>
				sent.some((sql) => sql.startsWith(`delete from "${table}"`)),
			)
		}
		expect(await givesUp('10')).toEqual([])
		expect(await givesUp('20')).toEqual(['promo_uses', 'reward_uses', 'cashback_uses', 'referrals'])
	})

	const races = [
		['paid in cash', 'cash', { kind: 'booked' }],
		['paid online', 'online', { kind: 'payment', next: 'pay' }],
	] as const
	test.each(races)(
		'W56: goes with the visit that is %s, though another tab began to pay for it between the read and the write',
		async (_, paymentChoice, answer) => {
			const shop = await desk.newShop({ promoCodes, staff: { Ada: {}, Bola: {} } })
			const [payer, tab] = await desk.inTwoTabs(shop)
			await tab.type({ promoCode: 'LAST' })
			await payer.type({ promoCode: 'LAST', paymentChoice, tip: '10' })
			const seen = await payer.sees()
			beforeWrite(desk.deps, () => tab.press({ tip: '20' }))
			expect(await payer.press({}, seen)).toMatchObject(answer)
			const uses = await desk.rows(
				'SELECT total_kobo FROM promo_uses JOIN checkouts ON id = checkout_id WHERE draft_id = ?',
				payer.draftId,
			)
			expect(uses).toEqual([{ total_kobo: seen.seenTotalKobo }])
			expect(await desk.checkoutsOf(payer)).toHaveLength(2)
		},
	)

	test('twenty who pay with its last use at once: one is taken to Paystack', async () => {
		const names = Array.from({ length: 20 }, (_, i) => `S${i}`)
		const shop = await desk.newShop({
			promoCodes,
			staff: Object.fromEntries(names.map((name) => [name, {}])),
		})
		const payers = await Promise.all(names.map((staff) => desk.atCheckout(shop, { staff })))
		for (const payer of payers) await payer.type({ promoCode: 'LAST' })
		const answers = await Promise.all(
			payers.map((payer) => pressUntilAnswered(payer, { seenTotalKobo: 450_000 })),
		)
		expect(answers.filter(({ kind }) => kind === 'payment')).toHaveLength(1)
		expect(
			answers.filter((answer) => answer.kind === 'refused' && answer.refusal === 'promo_not_valid'),
		).toHaveLength(19)
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
	})
})
