import { describe, expect, test } from 'vitest'
import {
	isPayableOnline,
	offeredPaymentChoices,
	type PaymentOffer,
} from '#app/domain/booking/checkout/deposit.ts'

const none = { depositKind: 'none', depositValue: 0 } as const
const least = 100_00
const offer = (change: Partial<PaymentOffer> = {}, toPayKobo = 500_000) =>
	offeredPaymentChoices(
		{ deposit: none, mustPrepay: false, hasBankAccount: true, onlineMinimumKobo: least, ...change },
		toPayKobo,
	)

test('a visit can be paid in all ways, in the order of the page', () => {
	expect(offer()).toEqual(['cash', 'transfer', 'pos', 'online'])
})

test('a transfer needs the shop’s account, and online a key', () => {
	expect(offer({ hasBankAccount: false })).toEqual(['cash', 'pos', 'online'])
	expect(offer({ onlineMinimumKobo: null })).toEqual(['cash', 'transfer', 'pos'])
})

describe('in advance', () => {
	const deposit = { depositKind: 'percent', depositValue: 20 } as const

	test('it is paid online and in no other way: for a deposit, or after visits that were missed', () => {
		expect(offer({ deposit })).toEqual(['online'])
		expect(offer({ mustPrepay: true })).toEqual(['online'])
	})

	test('nobody is turned away where paying online is not set up', () => {
		for (const asked of [{ deposit }, { mustPrepay: true }])
			expect(offer({ ...asked, onlineMinimumKobo: null })).toEqual(['cash', 'transfer', 'pos'])
	})

	test('D69: nothing is asked of a visit that costs nothing, or where less is due than can be paid online', () => {
		for (const asked of [{}, { deposit }, { mustPrepay: true }])
			for (const toPayKobo of [0, least - 100])
				expect(offer(asked, toPayKobo)).toEqual(['cash', 'transfer', 'pos'])
		expect(offer({ deposit }, 5 * least - 300)).toEqual(['cash', 'transfer', 'pos'])
		expect(offer({ deposit }, 5 * least)).toEqual(['online'])
		expect(offer({ mustPrepay: true }, least)).toEqual(['online'])
		expect(offer({}, least)).toContain('online')
	})
})

test('D69: an amount can be paid online from the least on, and nothing never', () => {
	expect([least - 1, least, least + 1].map((kobo) => isPayableOnline(kobo, least))).toEqual([
		false,
		true,
		true,
	])
	expect(isPayableOnline(0, 0)).toBe(false)
	expect(isPayableOnline(500_000, null)).toBe(false)
})
