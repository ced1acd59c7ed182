import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { Payment, Refund } from './payment.ts'
import { type VerifiedPayment, verifyPaymentMatch } from './payment-match.ts'

export type DifferenceKind =
	| 'paid_not_settled'
	| 'closed_although_paid'
	| 'paid_for_past_start'
	| 'lost_checkout'
	| 'lost_past_checkout'
	| 'unknown_here'
	| 'not_paid_there'
	| 'amount_differs'
	| 'refund_unknown_here'
	| 'refund_not_there'
	| 'refund_amount_differs'
	| 'refund_status_differs'
	| 'ledger_unsound'

/** Failed ones do not count. */
export type RefundThere = { refundId: string; status: Exclude<RefundStatus, 'requested'>; amountKobo: number }

/** Null when provider and database agree. `isPast`: the booking's start has passed. */
export function findPaymentDifference(
	listed: VerifiedPayment,
	payment: Payment,
	{ refunds, isPast }: { refunds: readonly RefundThere[]; isPast: boolean },
): DifferenceKind | null {
	const hasArrived = listed.status === 'success' || listed.status === 'reversed'
	const { received } = payment
	if (!received) {
		if (!hasArrived || listed.status === 'reversed') return null
		// Refunded money must not become a booking.
		if (refunds.length > 0) return 'refund_unknown_here'
		if (isPast) return 'paid_for_past_start'
		return payment.status === 'closed' || payment.status === 'not_started'
			? 'closed_although_paid'
			: 'paid_not_settled'
	}
	if (!hasArrived) return 'not_paid_there'
	const isAsAgreed = verifyPaymentMatch({ ...listed, status: 'success' }, payment) === 'paid'
	const paidKobo = isAsAgreed ? payment.amountKobo : listed.amountKobo
	if (received.amountKobo !== paidKobo || received.currency !== listed.currency) return 'amount_differs'
	for (const { here, there } of pairedRefunds(payment, refunds)) {
		// Once all was refunded in parts, nothing is left to compare.
		const difference = here || received.leftKobo > 0 ? refundDifference(listed, here, there) : null
		if (difference) return difference
	}
	return null
}

/** Pairs our refunds with the provider's: parts by number or amount, then the rest. */
export function pairedRefunds(
	{ partRefunds, refund }: Payment,
	refunds: readonly RefundThere[],
): { part: number; here: Refund | null; there: RefundThere | null }[] {
	const left = [...refunds]
	const take = (isIt: (there: RefundThere) => boolean) => {
		const at = left.findIndex(isIt)
		return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
	}
	const parts = partRefunds.map((here) => ({
		part: here.part,
		here,
		there: take(({ refundId, amountKobo }) =>
			here.providerRefundId === null ? amountKobo === here.amountKobo : refundId === here.providerRefundId,
		),
	}))
	return [...parts, { part: 0, here: refund, there: left[0] ?? null }]
}

function refundDifference(
	{ status }: VerifiedPayment,
	here: Payment['refund'],
	there: RefundThere | null,
): DifferenceKind | null {
	if (!here) return there || status === 'reversed' ? 'refund_unknown_here' : null
	if (!there) {
		const isSent = here.status === 'pending' || here.status === 'processing' || here.status === 'processed'
		return isSent && status !== 'reversed' ? 'refund_not_there' : null
	}
	if (there.amountKobo !== here.amountKobo) return 'refund_amount_differs'
	return there.status === here.status ? null : 'refund_status_differs'
}
