import { describe, expect, test } from 'vitest'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import type { PaymentReturn } from '#app/flows/payments/settle-payment.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { refundReasons } from '#app/kernel/vocabulary/payments.ts'
import { paymentView } from '#app/routes/booking.complete-booking/payment-view.server.ts'
import { readReturnQuery } from '#app/routes/booking.payment-success/return-query.server.ts'
import {
	readUnpaidState,
	refreshSeconds,
	unpaidMessage,
	unpaidView,
} from '#app/routes/booking.payment-success/unpaid-view.server.ts'
import { openPayment, paidPayment, startedAt } from '#tests/unit/domain/payments/some-payment.ts'

const keys = ['the key of now', 'the key before it']
const now = startedAt + 5 * MINUTE_MS
const service = {
	id: 'cut',
	name: 'Trim',
	priceKobo: 500_000,
	durationMinutes: 30,
	staffMemberId: null,
	bufferMinutes: 0,
}
const checkout: CheckoutSnapshot = {
	checkoutId: 'checkout',
	draftId: 'draft',
	shopId: 'shop',
	userId: null,
	contact: { firstName: 'Ngozi', lastName: 'Okafor', email: 'ngozi@example.com', phone: '+2348031234567' },
	services: [service],
	addOns: [{ id: 'wash', name: 'Wash', priceKobo: 0, durationMinutes: 15 }],
	subtotalKobo: 500_000,
	discountKobo: 0,
	tipKobo: 0,
	totalKobo: 500_000,
	dueKobo: 500_000,
	promoCodeId: null,
	referralCodeId: null,
	isSameDevice: false,
	rewardId: null,
	cashbackKobo: 0,
	cashbackAccountId: null,
	paymentChoice: 'online',
	paymentMethod: 'CARD',
	startsAt: Date.parse('2026-11-24T13:30Z'),
	refundableUntilAt: Date.parse('2026-11-23T13:30Z'),
	createdAt: startedAt,
	shop: {
		id: 'shop',
		name: 'Adé Hair Studio',
		timeZone: 'Africa/Lagos',
		minimumNoticeMinutes: 30,
		horizonDays: 60,
	},
	heldUntilAt: now + 30 * MINUTE_MS,
	bookedAppointmentId: null,
	depositCode: null,
	plan: null,
}

describe('the address that somebody comes back with', () => {
	const read = async (query: string) =>
		readReturnQuery(new URL(`https://wakati.example/booking/payment-success${query}`), keys)

	test('names its payment by the signed link before all else', async () => {
		const token = await signPaymentLink(keys, 'wk-MINE')
		const paystack = 'trxref=wk-OTHER&reference=wk-OTHER'
		for (const query of [
			`?payment=${token}&${paystack}`,
			`?payment=${token}?${paystack}`,
			`?${paystack}&payment=${token}`,
		])
			expect(await read(query)).toEqual({
				paymentReference: 'wk-MINE',
				token,
				isForged: false,
				returnState: null,
			})
	})

	test('signed with the key before a rotation still opens it', async () => {
		const token = await signPaymentLink(['the key before it'], 'wk-MINE')
		expect((await read(`?payment=${token}`)).paymentReference).toBe('wk-MINE')
	})

	test('names it by what Paystack adds, and proves nothing by that', async () => {
		for (const query of [
			'?trxref=wk-ONE&reference=wk-ONE',
			'?reference=wk-ONE',
			'?payment=forged&trxref=wk-ONE',
		])
			expect(await read(query)).toMatchObject({ paymentReference: 'wk-ONE', token: null })
	})

	test('names nothing where nothing could be one of ours', async () => {
		for (const query of [
			'',
			'?reference=',
			'?reference=%27%20OR%201',
			`?trxref=${'x'.repeat(101)}`,
			'?reference=../x',
		])
			expect((await read(query)).paymentReference).toBeNull()
		expect((await read('?payment=forged')).isForged).toBe(true)
		expect((await read('?payment=')).isForged).toBe(false)
	})

	test('says cancelled or failed only in full', async () => {
		expect((await read('?cancelled=true&failed=true')).returnState).toBe('cancelled')
		expect((await read('?failed=true')).returnState).toBe('failed')
		expect((await read('?cancelled=1&failed=')).returnState).toBeNull()
	})
})

describe('a payment without its money', () => {
	const back = (
		of: Partial<PaymentReturn> = {},
		seen: 'unfinished' | 'failed' | null = 'unfinished',
	): PaymentReturn => ({
		settlement: { kind: 'waiting', payment: openPayment, seen },
		payment: openPayment,
		checkout,
		isOwn: false,
		...of,
	})
	const view = (of: PaymentReturn, returnState: 'cancelled' | 'failed' | null = null) =>
		unpaidView(of, readUnpaidState(of, returnState), 'token', now)

	test('is confirmed, failed or cancelled by what Paystack, or its Cancel, says', () => {
		expect(readUnpaidState(back({}, null), null)).toBe('confirming')
		expect(readUnpaidState(back(), null)).toBe('confirming')
		expect(readUnpaidState(back({}, 'failed'), null)).toBe('failed')
		expect(readUnpaidState(back({}, 'failed'), 'cancelled')).toBe('cancelled')
	})

	test('tells until when its time is kept, on the clock of the shop', () => {
		expect(view(back())).toMatchObject({ whenLabel: 'Tue 24 Nov, 2:30 PM', keptUntil: '10:35 AM' })
		expect(view(back({ checkout: { ...checkout, heldUntilAt: now } })).keptUntil).toBeNull()
		expect(view(back({ checkout: { ...checkout, heldUntilAt: null } })).keptUntil).toBeNull()
	})

	test('can be made at Paystack while its try is open, its time is kept and nobody may have paid already', () => {
		expect(view(back()).payPage).toBe(openPayment.authorizationUrl)
		expect(view(back({ checkout: { ...checkout, heldUntilAt: now } })).payPage).toBeNull()
		expect(view(back({}, null)).payPage).toBeNull()
		for (const status of ['replaced', 'not_started', 'closed', 'created'] as const)
			expect(view(back({ payment: { ...openPayment, status } })).payPage).toBeNull()
	})

	test('never says that nothing was charged when Paystack has not said so', () => {
		expect(unpaidMessage(view(back(), 'cancelled')).description).toBe(
			'Nothing was charged. We’re holding your time until 10:35 AM.',
		)
		expect(unpaidMessage(view(back({}, null), 'cancelled')).description).not.toContain('Nothing was charged')
		expect(unpaidMessage(view(back({}, 'failed')))).toMatchObject({ title: 'Payment Failed', tone: 'error' })
	})

	test('is looked for more rarely as time goes by', () => {
		const after = (minutes: number) => refreshSeconds(openPayment, startedAt + minutes * MINUTE_MS)
		expect([0, 2, 3, 14, 15, 600].map(after)).toEqual([5, 5, 20, 20, 60, 60])
	})
})

describe('a payment with which nothing is booked', () => {
	const view = (
		payment = paidPayment({ outcome: 'offered', appointmentId: null, offerExpiresAt: now + 1 }),
	) => paymentView({ payment, checkout, times: [] }, { token: 'token', isHere: false, now })

	test('is an offer up to its end, then it goes back', () => {
		expect(view()).toMatchObject({
			amount: '₦5,000',
			summary: 'Trim at Adé Hair Studio · 45 min',
			refund: null,
		})
		expect(view().offer).not.toBeNull()
		const over = view(paidPayment({ outcome: 'offered', appointmentId: null, offerExpiresAt: now }))
		expect(over.offer).toBeNull()
		expect(over.refund).toMatchObject({ isStuck: false, isSent: false })
	})

	test('says for every reason why it goes back', () => {
		const words = refundReasons.map(
			(reason) => view(paidPayment({ outcome: 'refund', appointmentId: null }, { reason })).refund?.words,
		)
		expect(new Set(words).size).toBe(refundReasons.length)
	})

	test('in another currency is named in it', () => {
		const dollars = { outcome: 'refund', appointmentId: null, amountKobo: 5_000, currency: 'USD' } as const
		expect(view(paidPayment(dollars, { reason: 'currency_mismatch' }))).toMatchObject({
			amount: 'USD 50.00',
			refund: { isMismatch: true },
		})
	})

	test('leads back to checkout only in the browser that has the booking', () => {
		const input = { payment: openPayment, checkout, times: null }
		expect(paymentView(input, { token: 'token', isHere: true, now }).checkoutPage).toBe('/booking/checkout')
		expect(paymentView(input, { token: 'token', isHere: false, now }).checkoutPage).toBeNull()
	})
})
