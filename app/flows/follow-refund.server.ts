import { alertLine } from '#app/domain/payments/alert-line.ts'
import { isRefundNotDue, type RefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { readRefundDetails } from '#app/domain/payments/webhook-details.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { refundStatuses } from '#app/kernel/vocabulary.ts'
import { type GiveBackPaymentDeps, giveBackStatements } from './give-back-payment.server.ts'
import { knownPayment } from './known-payment.server.ts'
import {
	type MoveRefundDeps,
	moveRefund,
	type RefundMove,
	refundMoveStatements,
} from './move-refund.server.ts'
import type { SettlePaymentDeps } from './settle-payment.server.ts'
import type { DecidedPayment } from './settlement.ts'

export type FollowRefundDeps = SettlePaymentDeps &
	MoveRefundDeps &
	GiveBackPaymentDeps & { refunds: Pick<RefundRepository, 'insertRefund' | 'moveRefund'> }

/** An event as its signature proved it; of its payload only what goes back is read. */
type RefundEvent = { event: string; reference: string; payload: string; now: Instant }

/**
 * A 'refund.…' event: moves the refund of its payment, or opens one where the operator gave all of the money back on
 * Paystack's dashboard. Of a part only the operator is told: what it means for the visit is theirs to say. Gives back
 * 'done', or why nothing changes.
 */
export async function followRefund(
	deps: FollowRefundDeps,
	refunded: RefundEvent,
	isSecondTry = false,
): Promise<string> {
	const status = refundStatuses.find((word) => refunded.event === `refund.${word}`)
	if (!status || status === 'requested') return 'nothing follows from it'
	const payment = await knownPayment(deps, refunded)
	if (!payment) return 'the payment is none of ours, or has not arrived here'
	const { reference, now } = refunded
	const { received, refund } = payment
	const { amountKobo, currency, refundId } = readRefundDetails(refunded.payload)
	const isPart =
		(amountKobo !== null && amountKobo < received.amountKobo) ||
		(currency !== null && currency !== received.currency)
	if (isPart || (!refund && amountKobo === null)) {
		deps.log(alertLine(reference, `a refund of a part of it is ${status} at Paystack; nothing changes here`))
		return 'not all of the payment goes back'
	}
	const move = {
		reference,
		amountKobo: received.amountKobo,
		currency: received.currency,
		status,
		paystackRefundId: refundId,
		now,
	}
	if (refund) {
		await moveRefund(deps, move)
		return 'done'
	}
	try {
		return await followOperator(deps, payment, move)
	} catch (error) {
		// Somebody else decided about the payment since it was read.
		if (!isRefundNotDue(error) || isSecondTry) throw error
		return followRefund(deps, refunded, true)
	}
}

/** The operator gave it back: what was booked is unpaid, and the refund is followed as one of ours. */
async function followOperator(
	deps: FollowRefundDeps,
	payment: DecidedPayment,
	move: RefundMove,
): Promise<string> {
	const { reference, status, now } = move
	if (status === 'failed' || status === 'needs-attention') {
		deps.log(alertLine(reference, `the refund of the dashboard is ${status}; nothing changes here`))
		return 'the operator’s refund has not gone through'
	}
	await deps.writeBatch([
		...giveBackStatements(deps, payment, 'by_operator', now),
		...refundMoveStatements(deps, move),
	])
	return 'done'
}
