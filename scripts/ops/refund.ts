import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import {
	type RefundablePayment,
	type RefundRefusal,
	readRefundable,
	refundByOperator,
} from '#app/flows/refunds/refund-by-operator.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { allWell, type OpsCommand } from './ops-command.ts'
import { operatorRepositories, refusedWith } from './ops-environment.ts'
import { parseReference } from './typed-reference.ts'

const refusalLines: Record<RefundRefusal, string> = {
	payment_not_found: 'No payment or booking has this reference.',
	not_paid_online: 'Nothing was paid online for it. The shop refunds what was paid at the shop.',
	refunded_already: 'This payment has already been refunded, or its refund is on its way.',
	payment_disputed:
		'The payer disputed this payment with their bank. Answer on the Paystack dashboard first.',
	part_undecided:
		'A part of this payment has gone back at Paystack. Decide about it first: npm run ops -- parts-back',
	payment_changed: 'This payment has just changed. Run it again.',
}

const appointmentLines: Record<AppointmentStatus, (referenceNumber: string) => string> = {
	SCHEDULED: staysBooked,
	CONFIRMED: staysBooked,
	COMPLETED: (referenceNumber) =>
		`The visit ${referenceNumber} stays completed; the cashback it earned is reversed in proportion.`,
	CANCELLED: (referenceNumber) => `The visit ${referenceNumber} stays cancelled.`,
	NO_SHOW: (referenceNumber) => `The visit ${referenceNumber} stays marked as missed.`,
}

export const refund: OpsCommand = {
	name: 'refund',
	summary: 'with --apply, refunds a whole payment, by its reference or its booking’s',
	places: ['reference'],
	options: { apply: { type: 'boolean', about: 'refunds; without it, nothing is written' } },
	about:
		'For a refund without a cancellation: the visit stays as it is; a plan ends right away. If a visit won’t take place, the shop should cancel it instead, which refunds everything. The installation’s cron sends the refund to Paystack, and the payer is told. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], options, env, now }) {
		const deps = operatorRepositories(env)
		const givenReference = isPaymentReference(typed) ? typed : parseReference(typed)
		const isApplied = options.apply === true
		const found = isApplied
			? await refundByOperator(deps, { givenReference, now })
			: await readRefundable(deps, givenReference)
		if (!found.ok) return refusedWith(found.refusal, refusalLines)
		const { paymentReference, received } = found.value.payment
		const amount = formatNaira(received.amountKobo)
		return allWell({ paymentReference, amountKobo: received.amountKobo, isApplied }, [
			isApplied
				? `${amount} of ${paymentReference} go back.`
				: `${amount} of ${paymentReference} would go back.`,
			describeConsequence(found.value),
			...(isApplied ? [] : ['Nothing was written. Add --apply to do it.']),
		])
	},
}

function staysBooked(referenceNumber: string): string {
	return `The visit ${referenceNumber} stays booked, to be paid at the shop. If it won’t take place, the shop should cancel it instead.`
}

function describeConsequence({ payment: { received }, appointment }: RefundablePayment): string {
	if (appointment) return appointmentLines[appointment.status](appointment.referenceNumber)
	return received.outcome === 'subscribed'
		? 'The plan ends right away, and its places are free again.'
		: 'The customer can no longer choose another time.'
}
