import { alertLine } from '#app/domain/payments/payment.ts'
import type { RefundDetails, RefundNews } from '#app/domain/payments/provider-event.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import {
	type AppointmentRefundedDeps,
	onAppointmentRefunded,
} from '#app/flows/lifecycle/on-appointment-refunded.server.ts'
import { onPlanRefunded, type PlanRefundedDeps } from '#app/flows/lifecycle/refund-plan.server.ts'
import { moveRefund, type RefundMove, refundMoveStatements } from '#app/flows/refunds/move-refund.server.ts'
import { refundStatements } from '#app/flows/refunds/refund-payment.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { statementsOf, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { requireSettledPayment, type SettlePaymentDeps } from './settle-payment.server.ts'
import type { DecidedPayment } from './settlement.ts'

type RefundEvent = { paymentReference: string; news: RefundNews; now: Instant }

/**
 * Applies an event about a refund: moves the payment's refund, or inserts one that the operator made on the provider's
 * dashboard. An unknown part holds the payment until the operator books it (D78). Gives 'done', or why nothing changes.
 */
export async function applyRefundEvent(
	deps: SettlePaymentDeps & AppointmentRefundedDeps & PlanRefundedDeps,
	refunded: RefundEvent,
	isSecondAttempt = false,
): Promise<string> {
	const { status, details } = refunded.news
	if (!status) return 'nothing follows from it'
	const payment = await requireSettledPayment(deps, refunded)
	if (!payment) return 'the payment is none of ours, or has not arrived here'
	const { paymentReference, now } = refunded
	const { received, refund, provider } = payment
	const { amountKobo, currency, refundId } = details
	const ours = findPartRefund(payment, details)
	if (ours) {
		const { part } = ours
		await moveRefund(deps, {
			paymentReference,
			part,
			amountKobo: ours.amountKobo,
			currency: received.currency,
			status,
			providerRefundId: refundId,
			provider,
			now,
		})
		return 'done'
	}
	// After a difference, only the exact rest can be the operator's whole refund.
	const isRest =
		payment.partRefunds.length > 0
			? amountKobo === received.leftKobo
			: amountKobo === null || amountKobo >= received.leftKobo
	const isPart = !isRest || (currency !== null && currency !== received.currency)
	if (isPart || (!refund && amountKobo === null)) {
		const isOurCurrency = currency === null || currency === received.currency
		await writeIdempotent(
			deps.writeBatch,
			deps.payments.returnedParts.recordRefund({
				paymentReference,
				amountKobo: isOurCurrency ? amountKobo : null,
				providerRefundId: refundId,
				status,
				now,
			}),
		)
		deps.log(
			alertLine(
				paymentReference,
				status === 'failed'
					? `a refund of a part of it failed at ${providerLabel(provider)}: nothing of it is booked`
					: `a refund of a part of it is ${status} at ${providerLabel(provider)}: decide what of it is booked (npm run ops -- parts-back)`,
			),
		)
		return 'done'
	}
	const move = {
		paymentReference,
		part: 0,
		amountKobo: received.leftKobo,
		currency: received.currency,
		status,
		providerRefundId: refundId,
		now,
	}
	if (refund) {
		await moveRefund(deps, { ...move, provider })
		return 'done'
	}
	try {
		return await recordOperatorRefund(deps, payment, move)
	} catch (error) {
		const isChanged = isRefundNotDue(error) || isViolation(error, 'visit_changed')
		if (!isChanged || isSecondAttempt) throw error
		return applyRefundEvent(deps, refunded, true)
	}
}

/**
 * The difference of an event: by its number, else the first of that amount without a known number. An early event has
 * no number, and may arrive late. An event without an amount is about all that is left.
 */
function findPartRefund({ partRefunds }: DecidedPayment, { refundId, amountKobo }: RefundDetails) {
	return (
		partRefunds.find((one) => one.providerRefundId !== null && one.providerRefundId === refundId) ??
		partRefunds.find(
			(one) =>
				one.amountKobo === amountKobo &&
				one.status !== 'processed' &&
				(one.providerRefundId === null || refundId === null),
		) ??
		(refundId === null ? partRefunds.find((one) => one.amountKobo === amountKobo) : undefined)
	)
}

/** The appointment becomes unpaid. */
async function recordOperatorRefund(
	deps: SettlePaymentDeps & AppointmentRefundedDeps & PlanRefundedDeps,
	payment: DecidedPayment,
	move: RefundMove,
): Promise<string> {
	const { paymentReference, status, now } = move
	if (status === 'failed' || status === 'needs-attention') {
		deps.log(alertLine(paymentReference, `the refund of the dashboard is ${status}; nothing changes here`))
		return 'the operator’s refund has not gone through'
	}
	const inLoyalty = await onAppointmentRefunded(deps, payment.received, now)
	const inSubscriptions = await onPlanRefunded(deps, payment, now)
	await deps.writeBatch([
		...inLoyalty,
		...inSubscriptions,
		...refundStatements(deps, payment, 'by_operator', now),
		...statementsOf(refundMoveStatements(deps, move)),
	])
	return 'done'
}
