import { describe, expect, test } from 'vitest'
import { releaseLapsedSavings } from '#app/flows/lifecycle/release-savings.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

/** What a visit is that was paid online: its amounts, its people, its promo code, and what the ledger says of it. */
const desk = withPaymentDesk('paid')
const eleven = lagos(tuesday, '11:00')
const adaAndBola: SmallShopPlan = { staff: { Ada: {}, Bola: {} } }

describe('what a paid visit is', () => {
	test('all that was agreed when its payment was started, whatever the shop has changed since', async () => {
		const shop = await desk.newShop({ ...adaAndBola, promoCodes: { TENTH: { percent: 10 } } })
		const payer = await desk.atCheckout(shop, { staff: 'Bola' })
		const paymentReference = await payer.start({ promoCode: 'TENTH', tip: '10', addOns: [shop.idOf('wash')] })
		await desk.change("UPDATE services SET price_kobo = 900000, name = 'trim' WHERE shop_id = ?", shop.id)
		await desk.change('UPDATE add_ons SET is_enabled = 0 WHERE shop_id = ?', shop.id)
		await desk.change('UPDATE promo_codes SET is_active = 0 WHERE shop_id = ?', shop.id)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([
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
		expect(await desk.paymentOf(paymentReference)).toMatchObject({
			amount_kobo: 594_000,
			staff_tip_kobo: 54_000,
			payment_method: 'CARD',
			outcome: 'booked',
			description: `cut at Shop ${shop.id}`,
		})
		expect([
			await desk.balanceOf(`shop_due:${shop.id}`),
			await desk.balanceOf(`staff_tips:${shop.id}`),
		]).toEqual([540_000, 54_000])
		expect(await desk.balanceOf(`customer_money:${paymentReference}`)).toBe(0)
	})

	test('paid by transfer it says so', async () => {
		const { onlinePayments } = desk.deps
		if (onlinePayments) desk.deps.onlinePayments = { ...onlinePayments, channels: ['card', 'bank_transfer'] }
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.pay(paymentReference, { channel: 'bank_transfer' })
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect((await desk.paymentOf(paymentReference))?.payment_method).toBe('TRANSFER')
	})

	test('a fee that the customer bore on top is no money of the shop’s, and costs nobody anything', async () => {
		const feesBefore = Number((await desk.balanceOf('paystack_fees:')) ?? 0)
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaid(shop)
		desk.paystack.setBehaviour({ verify: 'with-fee' })
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.paymentOf(paymentReference)).toMatchObject({ amount_kobo: 500_000, fee_kobo: 17_500 })
		expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(500_000)
		expect(Number(await desk.balanceOf('paystack_fees:')) - feesBefore).toBe(0)
	})

	test('a deposit pays the work first: no tip is in it', async () => {
		const shop = await desk.newShop()
		await desk.change(`UPDATE shops SET deposit_kind = 'percent', deposit_value = 50 WHERE id = ?`, shop.id)
		const payer = await desk.atCheckout(shop)
		const paymentReference = await payer.start({ tip: '20' })
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.paymentOf(paymentReference)).toMatchObject({ amount_kobo: 300_000, staff_tip_kobo: 0 })
	})

	test('money of another amount, or in dollars, goes back as it came', async () => {
		const less = await desk.atPaid(await desk.newShop())
		desk.paystack.setBehaviour({ verify: 'wrong-amount' })
		expect(await desk.settled(less.paymentReference)).toBe('refund: amount_mismatch')
		const dollars = await desk.atPaid(await desk.newShop())
		desk.paystack.setBehaviour({ verify: 'wrong-currency' })
		expect(await desk.settled(dollars.paymentReference)).toBe('refund: currency_mismatch')
		const refunds = await desk.rows(
			'SELECT amount_kobo, currency, reason, status FROM refunds WHERE payment_reference IN (?, ?) ORDER BY reason',
			less.paymentReference,
			dollars.paymentReference,
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
		const { paymentReference } = await desk.atPaystackForTwo(shop)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		const entries = await desk.rows(
			'SELECT position, staff_member_id, starts_at FROM calendar_entries WHERE shop_id = ? ORDER BY position',
			shop.id,
		)
		expect(entries).toEqual([
			{ position: 0, staff_member_id: shop.idOf('Ada'), starts_at: ten },
			{ position: 1, staff_member_id: shop.idOf('Bola'), starts_at: eleven },
		])
		expect(await desk.appointmentsOf(shop)).toMatchObject([
			{ segment_count: 2, total_kobo: 1_000_000, notes: 'Additional services: nails' },
		])
	})
})

describe('a promo code that was agreed', () => {
	const promoCodes = { LAST: { percent: 10, maxUses: 1 } }
	const lapse = () => releaseLapsedSavings(desk.deps, () => desk.clock.now)

	test('counts although it has expired or was switched off since, while its use is reserved', async () => {
		for (const change of [`expires_at = ${desk.clock.now + 1}`, 'is_active = 0']) {
			const shop = await desk.newShop({ promoCodes })
			const payer = await desk.atCheckout(shop)
			const paymentReference = await payer.start({ promoCode: 'LAST' })
			await desk.change(`UPDATE promo_codes SET ${change} WHERE shop_id = ?`, shop.id)
			desk.clock.now += 5 * MINUTE_MS
			await lapse()
			desk.paystack.pay(paymentReference)
			expect(await desk.settled(paymentReference)).toBe('booked')
			expect(await desk.usesOf(shop, 'LAST')).toBe(1)
		}
	})

	test('is taken again when its use had lapsed and nobody has it', async () => {
		const shop = await desk.newShop({ promoCodes })
		const payer = await desk.atCheckout(shop)
		const paymentReference = await payer.start({ promoCode: 'LAST' })
		desk.clock.now += 15 * MINUTE_MS
		await lapse()
		expect(await desk.usesOf(shop, 'LAST')).toBe(0)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await desk.usesOf(shop, 'LAST')).toBe(1)
	})

	test('was used up by somebody else meanwhile: the money goes back, and the price is not changed behind anybody’s back', async () => {
		for (const isTidied of [false, true]) {
			const shop = await desk.newShop({ ...adaAndBola, promoCodes })
			const payer = await desk.atCheckout(shop, { staff: 'Ada' })
			const paymentReference = await payer.start({ promoCode: 'LAST' })
			desk.clock.now += 15 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			await lapse()
			const other = await desk.atCheckout(shop, { staff: 'Bola' })
			expect(await other.press({ promoCode: 'LAST', paymentChoice: 'cash' })).toMatchObject({
				kind: 'booked',
			})
			desk.paystack.pay(paymentReference)
			expect([isTidied, await desk.settled(paymentReference)]).toEqual([isTidied, 'refund: promo_used_up'])
			expect(await desk.traces(payer.draftId)).toEqual({
				appointments: 0,
				transactions: 1,
				refunds: 1,
				messages: 'refund_started',
			})
			expect(await desk.usesOf(shop, 'LAST')).toBe(1)
		}
	})
})
