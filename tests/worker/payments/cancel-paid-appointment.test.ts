import { beforeEach, expect, test } from 'vitest'
import { buttonOf } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { goToPaystack, payAndComeBack } from '#scripts/site/browser-payer.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

const site = withPaymentSite()
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'send' }))

const page = (of: LoadedPage) => of.url.pathname + of.url.search

/** A visit that is days away, so that cancelling is free; or that was refundable until now. */
async function paidAppointment({ isLate = false } = {}) {
	const paying = await goToPaystack(site())
	const booked = await payAndComeBack(site(), paying)
	await site().database.rows(
		`UPDATE appointments SET refundable_until_at = ? WHERE id =
			(SELECT appointment_id FROM transactions WHERE payment_reference = ?)`,
		isLate ? Date.now() - 1 : Date.now() + 3_600_000,
		paying.paymentReference,
	)
	return { ...paying, booked }
}

test('M16: cancelling in time says first that the money comes back, and shows its way until it has', async () => {
	site().paystack.setBehaviour({ refund: 'hold' })
	const { guest, booked, paymentReference } = await paidAppointment()
	const question = await guest.open(`${page(booked)}&ask=cancel`)
	expect(question.text).toMatch(
		/Free until .+: your full ₦[\d,]+ goes back to the card or account you paid from/,
	)
	// Paystack is asked right after the write: the refund does not wait for the sweeper.
	const asked = site().paystack.requested('refund')
	const cancelled = await guest.submit(question, 'main form', {}, { button: buttonOf('intent', 'cancel') })
	expect(cancelled.text).toContain('Booking Cancelled')
	expect(cancelled.text).toMatch(/(You’ll get your ₦[\d,]+ back|We refunded your ₦[\d,]+)\./)
	expect(cancelled.text).toContain('Refund requested')
	await asked
	await expect.poll(() => site().paystack.refunds.length).toBe(1)
	expect(site().paystack.stepRefund(paymentReference)).toBe('processing')
	expect(site().paystack.stepRefund(paymentReference)).toBe('processed')
	await site().paystack.settled()
	await expect
		.poll(
			async () =>
				(
					await site().database.rows(
						'SELECT status FROM refunds WHERE payment_reference = ?',
						paymentReference,
					)
				)[0]?.status,
		)
		.toBe('processed')
	const later = await guest.open(page(booked))
	expect(later.text).toMatch(/Sent back ₦\d/)
	expect(later.text).toMatch(/We refunded your ₦[\d,]+\./)
	expect(later.text).not.toMatch(/next|You’ll get/)
})

test('cancelling late says first that the money is kept, and keeps it', async () => {
	const { guest, booked, paymentReference } = await paidAppointment({ isLate: true })
	const question = await guest.open(`${page(booked)}&ask=cancel`)
	expect(question.text).toMatch(/Your ₦[\d,]+ was refundable until .+ That deadline has passed/)
	const cancelled = await guest.submit(question, 'main form', {}, { button: buttonOf('intent', 'cancel') })
	expect(cancelled.text).toMatch(/late cancellation, so your ₦[\d,]+ is not refunded/)
	expect(
		await site().database.rows('SELECT 1 FROM refunds WHERE payment_reference = ?', paymentReference),
	).toEqual([])
	// Coming back from Paystack once more shows the visit as it is.
	const again = await guest.open(`/booking/payment-success?reference=${paymentReference}`)
	expect(again.document.querySelector('h1')?.textContent).toBe('Booking cancelled')
	expect(again.text).not.toContain('Booking Confirmed!')
})

test('a deposit is all that is spoken of, and what is still to pay stands on the page', async () => {
	await site().database.rows(
		`UPDATE shops SET deposit_kind = 'percent', deposit_value = 30 WHERE id = 'ade-hair-studio'`,
	)
	const { guest, booked } = await paidAppointment()
	const [deposit, total] = [/Paid online (₦\d+(?:,\d{3})*)/, /Total ?(₦\d+(?:,\d{3})*)/].map(
		(words) => words.exec(booked.text)?.[1],
	)
	expect(deposit).not.toBe(total)
	expect(booked.text).toMatch(/To pay at the shop: ₦[\d,]+/)
	const question = await guest.open(`${page(booked)}&ask=cancel`)
	expect(question.text).toContain(`your full ${deposit} goes back`)
	await site().database.rows(
		`UPDATE shops SET deposit_kind = 'none', deposit_value = 0 WHERE id = 'ade-hair-studio'`,
	)
})
