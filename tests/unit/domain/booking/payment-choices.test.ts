import { describe, expect, test } from 'vitest'
import { offeredPaymentChoices } from '#app/domain/booking/payment-choices.ts'

const free = { depositKind: 'none', depositValue: 0, prepayAfterNoShows: null } as const
const offer = (change: Partial<Parameters<typeof offeredPaymentChoices>[0]> = {}) =>
	offeredPaymentChoices({
		rule: free,
		noShowCount: 0,
		hasBankAccount: true,
		totalKobo: 500_000,
		isOnlineOffered: true,
		...change,
	})

test('a visit can be paid in all ways, in the order of the page', () => {
	expect(offer()).toEqual(['cash', 'transfer', 'pos', 'online'])
})

test('a transfer needs the shop’s account, and online a key', () => {
	expect(offer({ hasBankAccount: false })).toEqual(['cash', 'pos', 'online'])
	expect(offer({ isOnlineOffered: false })).toEqual(['cash', 'transfer', 'pos'])
})

describe('in advance', () => {
	const deposit = { ...free, depositKind: 'percent', depositValue: 20 } as const
	const prepaid = { ...free, prepayAfterNoShows: 2 }

	test('it is paid online and in no other way: for a deposit, or after visits that were missed', () => {
		expect(offer({ rule: deposit })).toEqual(['online'])
		expect(offer({ rule: prepaid, noShowCount: 1 })).toContain('cash')
		expect(offer({ rule: prepaid, noShowCount: 2 })).toEqual(['online'])
	})

	test('nobody is turned away where paying online is not set up', () => {
		for (const rule of [deposit, prepaid])
			expect(offer({ rule, noShowCount: 9, isOnlineOffered: false })).toEqual(['cash', 'transfer', 'pos'])
	})

	test('nothing is paid of a visit that costs nothing, or so little that no naira of it is due', () => {
		for (const rule of [deposit, prepaid])
			expect(offer({ rule, noShowCount: 9, totalKobo: 0 })).toEqual(['cash', 'transfer', 'pos', 'online'])
		// A fifth of ₦2 is less than half a naira.
		expect(offer({ rule: deposit, totalKobo: 200 })).toContain('cash')
		expect(offer({ rule: deposit, totalKobo: 300 })).toEqual(['online'])
	})
})
