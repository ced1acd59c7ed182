import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PartRefund, Payment } from './payment.ts'
import { type RefundState, refundProgress, refundStateOf, type StepState } from './refund-progress.ts'

/** Something that happened to the money of a visit, or is going to. */
export type MoneyEvent = {
	label: string
	/** What came, or goes back. */
	amount: { kobo: Kobo; currency: string } | null
	/** Null for steps to come, and for steps of which only their order is known. */
	at: Instant | null
	state: StepState
}

/** A difference of a changed visit, or another part that went back, is one line, which says where it is. */
const partSteps = {
	under_way: { label: 'on its way back', state: 'now' },
	sent: { label: 'sent back', state: 'done' },
	stuck: { label: 'needs attention', state: 'stuck' },
} as const satisfies Record<RefundState, Pick<MoneyEvent, 'label' | 'state'>>

function partStep({ reason, status }: PartRefund): Pick<MoneyEvent, 'label' | 'state'> {
	const { label, state } = partSteps[refundStateOf(status)]
	return { label: `${reason === 'visit_changed' ? 'Difference' : 'A part'} ${label}`, state }
}

/**
 * The events of a payment in order: paid, booked, price difference refunded, cancelled, and the refund's steps, done
 * and to come. Of a refund only its first step and the one that it has reached carry their time. Empty while no money
 * has come.
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
