import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { Payment, Refund } from './payment.ts'
import { verifyPaymentMatch } from './payment-match.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/** How Paystack and the database can differ about a payment, with what that means for the operator. */
export const differenceWords = {
	paid_not_settled: 'paid at Paystack, but not settled here',
	closed_although_paid: 'paid at Paystack, but given up here',
	paid_for_past_start:
		'paid at Paystack, but not settled here, and its time has passed: ask the shop whether the visit took place; settle it with --include-past (other times are offered, then it is refunded), or refund it on the Paystack dashboard',
	lost_checkout: 'paid at Paystack, but lost here; what it paid for is known',
	lost_past_checkout:
		'paid at Paystack, but lost here, and its time has passed: ask the shop whether the visit took place; rebuild it with --include-past (other times are offered, then it is refunded), or refund it on the Paystack dashboard',
	unknown_here:
		'paid at Paystack, but unknown here, as is what it paid for: write to the payer, or refund it on the Paystack dashboard',
	not_paid_there: 'paid here, but not at Paystack: check both by hand',
	amount_differs: 'the amounts differ: check both by hand',
	refund_unknown_here:
		'refunded at Paystack, but not here: cancel the visit with the shop, or settle it with the payer',
	refund_not_there: 'refunded here, but Paystack has no refund: send it from the Paystack dashboard',
	refund_amount_differs: 'the refund amounts differ: check both by hand',
	refund_status_differs: 'the refund is further along at Paystack than here',
	ledger_unsound: 'the ledger is not sound',
} as const
export type DifferenceKind = keyof typeof differenceWords

/** The refunds of one payment at Paystack; failed ones do not count. */
export type RefundThere = { refundId: string; status: Exclude<RefundStatus, 'requested'>; amountKobo: number }

/** How a payment that Paystack lists differs from ours; null when both say the same. `isPast`: its start is past. */
export function differenceOf(
	listed: VerifiedPayment,
	payment: Payment,
	{ refunds, isPast }: { refunds: readonly RefundThere[]; isPast: boolean },
): DifferenceKind | null {
	const hasArrived = listed.status === 'success' || listed.status === 'reversed'
	const { received } = payment
	if (!received) {
		if (!hasArrived || listed.status === 'reversed') return null
		// Money that is on its way back must not become a booking.
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
		// Once differences are all that came, nothing is left to be known of.
		const difference = here || received.leftKobo > 0 ? refundDifference(listed, here, there) : null
		if (difference) return difference
	}
	return null
}

/** Pairs each refund of a payment with Paystack's: differences by number or amount, then the rest. */
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
			here.paystackRefundId === null ? amountKobo === here.amountKobo : refundId === here.paystackRefundId,
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
