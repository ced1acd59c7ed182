import { expect, test } from 'vitest'
import { isPaymentReference, newPaymentReference } from '#app/domain/payments/payment-reference.server.ts'

test('every reference is another one, in letters that Paystack takes', () => {
	const references = Array.from({ length: 1_000 }, newPaymentReference)
	expect(new Set(references).size).toBe(1_000)
	for (const paymentReference of references) {
		expect(paymentReference).toMatch(/^[A-Za-z0-9-]+$/)
		expect(isPaymentReference(paymentReference)).toBe(true)
	}
	// 26 places of 32 letters each: 130 bits. All letters are used, also the last ones.
	expect(new Set(references.join('').replaceAll('wk-', '')).size).toBe(32)
})

test.each([
	'',
	'wk-',
	'T685312322670591',
	`wk-${'A'.repeat(25)}`,
	`wk-${'A'.repeat(27)}`,
	`WK-${'A'.repeat(26)}`,
])('%j is none of ours', (text) => expect(isPaymentReference(text)).toBe(false))

test.each([
	`wk-${'a'.repeat(26)}`,
	`wk-${'0'.repeat(26)}`,
	`wk-${'A'.repeat(26)}\n`,
	` wk-${'A'.repeat(26)}`,
])('nor is %j', (text) => expect(isPaymentReference(text)).toBe(false))
