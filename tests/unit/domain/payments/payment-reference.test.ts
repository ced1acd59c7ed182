import { expect, test } from 'vitest'
import { readBookingLink, signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import {
	isPaymentReference,
	newPaymentReference,
	readPaymentLink,
	signPaymentLink,
} from '#app/domain/payments/payment-reference.server.ts'

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

const key = 'the key of today, which is long enough'
const oldKey = 'the key of yesterday, also long enough'
const paymentReference = 'wk-ABCDEFGHJKLMNPQRSTUVWXYZ23'

test('the address after paying shows the payment that it was signed for, and the same one each time', async () => {
	const token = await signPaymentLink([key], paymentReference)
	expect(await readPaymentLink([key], token)).toBe(paymentReference)
	expect(await signPaymentLink([key], paymentReference)).toBe(token)
	expect(encodeURIComponent(token)).toBe(token)
})

test('it still works after a change of keys, and not without its key', async () => {
	const token = await signPaymentLink([oldKey], paymentReference)
	expect(await readPaymentLink([key, oldKey], token)).toBe(paymentReference)
	expect(await readPaymentLink([key], token)).toBeNull()
})

test('it opens no booking, and the link of a booking opens no payment', async () => {
	expect(await readBookingLink([key], await signPaymentLink([key], 'the same'))).toBeNull()
	expect(await readPaymentLink([key], await signBookingLink([key], 'the same'))).toBeNull()
})

test('the bare reference, an altered token and nonsense show nothing', async () => {
	const token = await signPaymentLink([key], paymentReference)
	const [header, , signature] = token.split('.')
	const other = Buffer.from('wk-OTHER').toString('base64url')
	for (const forged of [
		paymentReference,
		'',
		`${header}.${other}.${signature}`,
		token.slice(1),
		`${token}.x`,
	])
		expect(await readPaymentLink([key], forged)).toBeNull()
})
