import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'

/** 'stuck': the operator has to act. */
export type StepState = 'done' | 'now' | 'ahead' | 'stuck'
export type RefundStep = { label: string; state: StepState }

/** The steps of a refund in their order, as its customer reads them, and the states in which each is reached. */
const refundSteps: { label: string; reachedIn: readonly RefundStatus[] }[] = [
	{ label: 'Refund requested', reachedIn: ['requested', 'pending', 'processing', 'processed'] },
	{ label: 'With Paystack', reachedIn: ['pending', 'processing', 'processed'] },
	{ label: 'On its way to your bank', reachedIn: ['processing', 'processed'] },
	{ label: 'Sent back', reachedIn: ['processed'] },
]

/** Where neither the provider nor the customer's bank goes on by itself. */
export function isRefundStuck(status: RefundStatus): boolean {
	return status === 'failed' || status === 'needs-attention'
}

/** What a page says of a refund in a sentence, one of these three (M16). */
export type RefundState = 'under_way' | 'sent' | 'stuck'

/** Whether a refund goes on by itself, has been sent, or needs a person. */
export function refundStateOf(status: RefundStatus): RefundState {
	if (isRefundStuck(status)) return 'stuck'
	return status === 'processed' ? 'sent' : 'under_way'
}

/** How far a refund is, and its steps to come. */
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
