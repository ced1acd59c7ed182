import { isSavingLost, isSecondBookingOfDraft } from '#app/domain/booking/booking-write.server.ts'
import { isSettledBefore } from '#app/domain/payments/payment-repository.server.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import {
	claimStatements,
	readSettlement,
	receivedMoney,
	refundCharge,
} from '#app/flows/payments/claim-payment.server.ts'
import type { SuccessfulCharge } from '#app/flows/payments/purchase.ts'
import { decided, type KnownSettlement } from '#app/flows/payments/settlement.ts'
import { isDatabaseError, isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import { isRetryable, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { subscriptionStatements } from './subscription-statements.server.ts'

/** A period that a pause moves between read and write is read again; more than two such changes are not expected. */
const MAX_ATTEMPTS = 3

/**
 * Makes a plan that was paid online a subscription, in the write that claims its payment (D45). The money goes back where
 * the plan is held or renewed already ('second_payment'), is no longer on offer or what it renews was cancelled
 * ('plan_not_on_offer'), and where its promo use or cashback was used by others meanwhile.
 */
export async function startPaidPlan(charge: SuccessfulCharge): Promise<KnownSettlement> {
	for (let attempt = 1; ; attempt++) {
		const settled = await startOnce(charge)
		if (settled !== 'renewed_moved') return settled
		// The payment stays open: the sweeper asks again within the minute.
		if (attempt === MAX_ATTEMPTS) return { kind: 'waiting', payment: charge.payment, seen: null }
	}
}

async function startOnce(charge: SuccessfulCharge): Promise<KnownSettlement | 'renewed_moved'> {
	const { deps, payment, now } = charge
	const { paymentReference, amountKobo } = payment
	const order = await deps.planOrders.orderOfPayment(paymentReference, now)
	if (!order) throw new Error(`payment ${paymentReference} is for no order of a plan`)
	if (order.subscriptionId !== null || order.isHeldOtherwise) return refundCharge(charge, 'second_payment')
	const received = receivedMoney(charge, { outcome: 'subscribed' })
	try {
		await writeIdempotent(deps.writeBatch, [
			deps.planOrders.requireAsRead(order),
			...claimStatements(charge, received),
			...subscriptionStatements(deps, order, {
				subscriptionId: newId(),
				payment: { paymentReference, amountKobo },
				// They count as they did when the payment was started.
				keptSinceAt: order.createdAt,
				now,
			}),
		])
		return decided(payment, received)
	} catch (error) {
		if (isSettledBefore(error)) return readSettlement(charge)
		if (isViolation(error, 'subscription_not_usable')) return 'renewed_moved'
		if (isSecondBookingOfDraft(error)) return refundCharge(charge, 'second_payment')
		return refundOrWait(charge, error)
	}
}

/** Why the write was refused decides what becomes of the money. */
async function refundOrWait(charge: SuccessfulCharge, error: unknown): Promise<KnownSettlement> {
	if (isDatabaseError(error) && error.rule !== null && isSavingLost(error.rule))
		return refundCharge(charge, 'promo_used_up')
	const refusal = refusalOfPlanWrite(error)
	if (isRetryable(refusal)) return { kind: 'waiting', payment: charge.payment, seen: null }
	if (refusal === 'plan_promo_not_valid') return refundCharge(charge, 'promo_used_up')
	const order = await charge.deps.planOrders.orderOfPayment(charge.payment.paymentReference, charge.now)
	const isSecond =
		refusal === 'plan_renewed' ||
		refusal === 'plan_held' ||
		order?.subscriptionId != null ||
		order?.isHeldOtherwise
	return refundCharge(charge, isSecond ? 'second_payment' : 'plan_not_on_offer')
}
