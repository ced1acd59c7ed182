import { expect, test } from 'vitest'
import { readBookingLink, signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { readPaymentLink, signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'

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
