import { expect, test } from 'vitest'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

const desk = withPaymentDesk('operatorrefund')

async function paidAppointment() {
	const shop = await desk.newShop()
	const { paymentReference } = await desk.atPaid(shop)
	await desk.settle(paymentReference)
	const [appointment] = await desk.appointmentsOf(shop)
	return { shop, paymentReference, reference: String(appointment?.reference_number) }
}

async function refund(...words: string[]) {
	const said: string[] = []
	const exitCode = await runOps(['refund', ...words], {
		env: { DATABASE_URL: desk.database().url },
		say: (line) => said.push(line),
		note: (line) => said.push(line),
		now: desk.clock.now,
	})
	return { exitCode, said: said.join('\n') }
}

test('a payment goes back once, and its visit stays booked, to be paid at the shop', async () => {
	const { shop, paymentReference, reference } = await paidAppointment()
	const asked = await refund(reference.toLowerCase().replace('-', ' '))
	expect(asked.exitCode).toBe(0)
	expect(asked.said).toContain(`The visit ${reference} stays booked, to be paid at the shop.`)
	expect(await desk.deps.payments.attempts.payment(paymentReference)).toMatchObject({ refund: null })

	expect((await refund(paymentReference, '--apply')).exitCode).toBe(0)
	expect(await desk.deps.payments.attempts.payment(paymentReference)).toMatchObject({
		received: { outcome: 'refund' },
		refund: { reason: 'by_operator', status: 'requested', amountKobo: 500_000 },
	})
	expect(await desk.appointmentsOf(shop)).toMatchObject([
		{ status: 'CONFIRMED', paid_kobo: 0, payment_status: 'pending' },
	])
	expect(await desk.deps.shops.shopActs.actsOfShop(shop.id, { limit: 9, before: null })).toMatchObject([
		{ kind: 'payment_refunded', keyName: null, summary: `${reference}, ₦5,000` },
	])
	expect(
		await desk.count(
			`SELECT count(*) FROM outbox WHERE kind = 'refund_started' AND payload ->> 'paymentReference' = ?`,
			paymentReference,
		),
	).toBe(1)
	expect(await refund(reference, '--apply')).toEqual({
		exitCode: 1,
		said: 'This payment has already been refunded, or its refund is on its way.',
	})
})

test('of many at once one refunds', async () => {
	const { paymentReference } = await paidAppointment()
	const asked = { givenReference: paymentReference, now: desk.clock.now }
	const outcomes = await Promise.all(Array.from({ length: 5 }, () => refundByOperator(desk.newDeps(), asked)))
	expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
	expect(await desk.count('SELECT count(*) FROM refunds WHERE payment_reference = ?', paymentReference)).toBe(
		1,
	)
})

test('a completed visit stays completed; a disputed payment and one that never came are refused', async () => {
	const { reference } = await paidAppointment()
	const disputed = await paidAppointment()
	await desk.deliver({
		event: 'charge.dispute.create',
		data: { id: 'd', transaction: { reference: disputed.paymentReference } },
	})
	expect((await refund(disputed.reference, '--apply')).said).toContain(
		'disputed this payment with their bank',
	)
	const shop = await desk.newShop()
	await desk.bookForCash(shop)
	const [unpaid] = await desk.appointmentsOf(shop)
	expect((await refund(String(unpaid?.reference_number), '--apply')).said).toContain(
		'Nothing was paid online',
	)
	expect((await refund('XXX-XXXX')).said).toContain('No payment or booking')

	desk.clock.now = ten + HOUR_MS
	expect(
		await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now: desk.clock.now }),
	).toMatchObject({
		ok: true,
	})
	expect((await refund(reference, '--apply')).said).toContain('stays completed')
})
