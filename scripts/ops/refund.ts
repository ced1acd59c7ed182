import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import {
	type RefundablePayment,
	type RefundRefusal,
	readRefundable,
	refundByOperator,
} from '#app/flows/shop/refund-by-operator.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { OpsCommand, OpsResult } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-database.ts'
import { referenceOf } from './typed-reference.ts'

const refusalLines: Record<RefundRefusal, string> = {
	payment_not_found: 'No payment and no booking has this reference.',
	not_paid_online: 'Nothing was paid online for it. What was paid at the shop, the shop gives back.',
	refunded_already: 'Its money is on its way back already, or is back.',
	payment_disputed: 'Its payer disputes it at their bank: answer on the dashboard of Paystack first.',
	payment_changed: 'Something else happened to it at the same moment: run it again.',
}

const appointmentLines: Record<AppointmentStatus, (reference: string) => string> = {
	SCHEDULED: staysBooked,
	CONFIRMED: staysBooked,
	COMPLETED: (reference) =>
		`The visit ${reference} stays completed; cashback that it gave is taken back in proportion.`,
	CANCELLED: (reference) => `The visit ${reference} stays cancelled.`,
	NO_SHOW: (reference) => `The visit ${reference} stays marked as missed.`,
}

/** `ops refund <reference>`: a whole payment goes back. */
export const refund: OpsCommand = {
	name: 'refund',
	summary: 'gives a whole payment back, found by its reference or that of its booking; with --apply',
	places: ['reference'],
	options: { apply: { type: 'boolean', about: 'does it; without it nothing is written' } },
	about:
		'For money that goes back though nobody cancels: the visit stays as it is, a plan ends at once. A visit that does not take place is cancelled by its shop instead, which gives everything back. The cron of the installation sends it to Paystack, and the payer is told. Sent twice it refunds once. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], options, env, now }) {
		const deps = operatorRepositories(env)
		const reference = isPaymentReference(typed) ? typed : referenceOf(typed)
		const isApplied = options.apply === true
		const found = isApplied
			? await refundByOperator(deps, { reference, now })
			: await readRefundable(deps, reference)
		if (!found.ok) return refusal(found.refusal)
		const { paymentReference, received } = found.value.payment
		const amount = formatNaira(received.amountKobo)
		return {
			isWell: true,
			lines: [
				isApplied
					? `${amount} of ${paymentReference} go back.`
					: `${amount} of ${paymentReference} would go back.`,
				consequenceOf(found.value),
				...(isApplied ? [] : ['Nothing was written. Add --apply to do it.']),
			],
			data: { paymentReference, amountKobo: received.amountKobo, isApplied },
		}
	},
}

function staysBooked(reference: string): string {
	return `The visit ${reference} stays booked, to be paid at the shop. If it is not to take place, its shop cancels it instead.`
}

function consequenceOf({ payment: { received }, appointment }: RefundablePayment): string {
	if (appointment) return appointmentLines[appointment.status](appointment.referenceNumber)
	return received.outcome === 'subscribed'
		? 'The plan ends at once and frees its places.'
		: 'The offer of other times is over.'
}

function refusal(code: RefundRefusal | WriteFailure): OpsResult {
	return {
		isWell: false,
		lines: [isRetryable(code) ? NO_ANSWER : refusalLines[code]],
		data: { refusal: code },
	}
}
