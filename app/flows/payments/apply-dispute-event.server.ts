import type { DisputeEvent } from '#app/domain/payments/dispute-repository.server.ts'
import { alertLine } from '#app/domain/payments/payment.ts'
import type { DisputeNews } from '#app/domain/payments/provider-event.ts'
import {
	type AppointmentRefundedDeps,
	onAppointmentRefunded,
} from '#app/flows/lifecycle/on-appointment-refunded.server.ts'
import { onPlanRefunded, type PlanRefundedDeps } from '#app/flows/lifecycle/refund-plan.server.ts'
import { refundMoveStatements } from '#app/flows/refunds/move-refund.server.ts'
import { refundOfCancelled, refundStatements } from '#app/flows/refunds/refund-payment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { statementsOf, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { requireSettledPayment, type SettlePaymentDeps } from './settle-payment.server.ts'

type DisputeDeps = SettlePaymentDeps & AppointmentRefundedDeps & PlanRefundedDeps
type SettledPayment = NonNullable<Awaited<ReturnType<typeof requireSettledPayment>>>

/**
 * Applies an event about a dispute. An open one marks the payment, and alerts the operator until it is answered. A lost
 * one refunds the payment; a partly lost one holds it until the operator books that part (D78). A won one refunds a
 * visit that was cancelled in time (S19). Gives 'done', or why nothing changes.
 */
export async function applyDisputeEvent(
	deps: DisputeDeps,
	input: { paymentReference: string; disputeId: string | null; news: DisputeNews; now: Instant },
): Promise<string> {
	const { paymentReference, disputeId, news, now } = input
	const payment = await requireSettledPayment(deps, { paymentReference, now })
	if (!payment) return 'the payment is none of ours, or has not arrived here'
	const { isLost, ...details } = news.details
	const event = { disputeId, paymentReference, ...details, now }
	switch (news.step) {
		case 'opened':
		case 'reminded':
			return openDispute(deps, payment, event, news.step === 'reminded')
		case 'ended':
			return endDispute(deps, payment, event, isLost)
		case null:
			return 'nothing follows from it'
	}
}

async function openDispute(
	deps: DisputeDeps,
	{ received, provider }: SettledPayment,
	event: DisputeEvent,
	isReminder: boolean,
): Promise<string> {
	const { paymentReference, disputeId, now } = event
	const { opened, marked } = await deps.writeBatch({
		opened: deps.payments.disputes.openDispute(event, isReminder),
		marked: deps.payments.attempts.markDisputed(paymentReference, disputeId, received.disputedAt ?? now),
	})
	if (marked === 0) return 'its end was told before'
	// The provider may go on reminding until the bank has decided.
	if (opened.some(({ answeredAt }) => answeredAt !== null)) return 'the operator has answered it'
	deps.log(
		alertLine(
			paymentReference,
			`its payer disputes it: answer on the dashboard of ${providerLabel(provider)} before it is due`,
		),
	)
	return 'done'
}

/** One write ends the dispute and decides the refund, so that no cancelled visit's money lacks both (I2). */
async function endDispute(
	deps: DisputeDeps,
	payment: SettledPayment,
	event: DisputeEvent,
	isLost: boolean,
): Promise<'done'> {
	const { paymentReference, received, refund } = payment
	const { disputeId, amountKobo, now } = event
	const closed = deps.payments.disputes.closeDispute(event, isLost ? 'lost' : 'won')
	const isOver = deps.payments.attempts.endDispute(paymentReference)
	const { appointmentId } = received
	if (!isLost) {
		const appointment =
			appointmentId === null ? null : await deps.booking.appointments.appointment(appointmentId)
		// Another open dispute or an undecided part still holds the money.
		const isHeld =
			received.isPartUndecided || (await deps.payments.disputes.hasOtherOpen(paymentReference, disputeId))
		await writeIdempotent(deps.writeBatch, [
			...closed,
			isOver,
			...(appointment && !isHeld ? refundOfCancelled(deps, payment, appointment, now) : []),
		])
		return 'done'
	}
	// An earlier run of this event may have written the refund.
	const isRefunded = refund?.reason === 'dispute_lost'
	const isRest = received.leftKobo > 0 && (amountKobo === null || amountKobo >= received.leftKobo)
	if (!isRefunded && (refund || !isRest)) {
		await deps.writeBatch([
			...closed,
			isOver,
			deps.payments.returnedParts.recordDispute({ disputeId, paymentReference, amountKobo, now }),
		])
		deps.log(
			alertLine(
				paymentReference,
				'a dispute was lost for an amount that does not match the payment: decide what of it is booked (npm run ops -- parts-back)',
			),
		)
		return 'done'
	}
	await deps.writeBatch([
		...closed,
		isOver,
		...(isRefunded
			? []
			: [
					...(await onAppointmentRefunded(deps, received, now)),
					...(await onPlanRefunded(deps, payment, now)),
					...refundStatements(deps, payment, 'dispute_lost', now),
					...statementsOf(
						refundMoveStatements(deps, {
							paymentReference,
							part: 0,
							amountKobo: received.leftKobo,
							currency: received.currency,
							status: 'processed',
							providerRefundId: null,
							now,
						}),
					),
				]),
	])
	return 'done'
}
