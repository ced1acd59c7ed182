import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { PartRefund, Payment } from './payment.ts'

/** 'stuck': the operator has to act. */
type StepState = 'done' | 'now' | 'ahead' | 'stuck'
type RefundStep = { label: string; state: StepState }

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
type RefundState = 'under_way' | 'sent' | 'stuck'

export function refundState(status: RefundStatus): RefundState {
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

/** A past or coming event of an appointment's money. */
export type MoneyEvent = {
	label: string
	amount: { kobo: Kobo; currency: string } | null
	/** Null for coming steps, and for steps without a known time. */
	at: Instant | null
	state: StepState
}

/** A partial refund is one line with its state. */
const partSteps = {
	under_way: { label: 'on its way back', state: 'now' },
	sent: { label: 'sent back', state: 'done' },
	stuck: { label: 'needs attention', state: 'stuck' },
} as const satisfies Record<RefundState, Pick<MoneyEvent, 'label' | 'state'>>

function partStep({ reason, status }: PartRefund): Pick<MoneyEvent, 'label' | 'state'> {
	const { label, state } = partSteps[refundState(status)]
	return { label: `${reason === 'visit_changed' ? 'Difference' : 'A part'} ${label}`, state }
}

/**
 * Paid, booked, parts refunded, cancelled, and the refund's steps. Of the refund's steps only the first and the present
 * one have a time. Empty before the payment.
 */
export function moneyTimeline(payment: Payment, cancelledAt: Instant | null = null): MoneyEvent[] {
	const { received, refund, partRefunds } = payment
	if (!received) return []
	const { currency } = received
	const done = (label: string, at: Instant, kobo: Kobo | null = null): MoneyEvent => ({
		label,
		amount: kobo === null ? null : { kobo, currency },
		at,
		state: 'done',
	})
	const steps = refund ? refundProgress(refund.status) : []
	const reached = steps.findLastIndex(({ state }) => state !== 'ahead')
	return [
		done('Paid online', received.paidAt, received.amountKobo),
		...(received.outcome === 'booked' ? [done('Visit booked', received.resolvedAt)] : []),
		...(received.outcome === 'subscribed' ? [done('Plan started', received.resolvedAt)] : []),
		...(received.disputedAt === null ? [] : [done('Disputed with your bank', received.disputedAt)]),
		...partRefunds.map(
			(part): MoneyEvent => ({
				...partStep(part),
				amount: { kobo: part.amountKobo, currency },
				at: part.changedAt,
			}),
		),
		...(cancelledAt === null ? [] : [done('Visit cancelled', cancelledAt)]),
		...steps.map(({ label, state }, step): MoneyEvent => {
			const isLast = step === steps.length - 1
			const at = step === reached ? refund?.changedAt : step === 0 ? refund?.requestedAt : null
			return {
				label,
				state,
				at: at ?? null,
				amount: isLast && refund ? { kobo: refund.amountKobo, currency } : null,
			}
		}),
	]
}
