import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'

/** 'stuck': the operator has to act. */
export type StepState = 'done' | 'now' | 'ahead' | 'stuck'
export type RefundStep = { label: string; state: StepState }

/** The steps in order, and the statuses that have reached each. */
const refundSteps: { label: string; reachedIn: readonly RefundStatus[] }[] = [
	{ label: 'Refund requested', reachedIn: ['requested', 'pending', 'processing', 'processed'] },
	{ label: 'With Paystack', reachedIn: ['pending', 'processing', 'processed'] },
	{ label: 'On its way to your bank', reachedIn: ['processing', 'processed'] },
	{ label: 'Sent back', reachedIn: ['processed'] },
]

/** Neither the provider nor the customer's bank will continue. */
export function isRefundStuck(status: RefundStatus): boolean {
	return status === 'failed' || status === 'needs-attention'
}

/** A page's short state of a refund (M16). */
export type RefundState = 'under_way' | 'sent' | 'stuck'

export function refundStateOf(status: RefundStatus): RefundState {
	if (isRefundStuck(status)) return 'stuck'
	return status === 'processed' ? 'sent' : 'under_way'
}

/** Steps done and to come. */
export function refundProgress(status: RefundStatus): RefundStep[] {
	if (isRefundStuck(status))
		return [
			{ label: 'Refund requested', state: 'done' },
			{ label: 'Refund needs attention', state: 'stuck' },
		]
	const reached = refundSteps.filter(({ reachedIn }) => reachedIn.includes(status)).length
	return refundSteps.map(({ label }, step) => {
		if (step >= reached) return { label, state: 'ahead' }
		return { label, state: step === reached - 1 && status !== 'processed' ? 'now' : 'done' }
	})
}
