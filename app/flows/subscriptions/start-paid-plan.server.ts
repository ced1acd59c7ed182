import {
	claimStatements,
	readSettlement,
	receivedMoney,
	refundCharge,
	tryToSettle,
} from '#app/flows/payments/claim-payment.server.ts'
import { decided, type KnownSettlement, type SuccessfulCharge } from '#app/flows/payments/settlement.ts'
import { newId } from '#app/kernel/id.server.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { refusalOfStartedPlan, subscriptionStatements } from './subscription-statements.server.ts'

/** More than two changes between read and write are not expected. */
const MAX_ATTEMPTS = 3

/**
 * Makes a plan that was paid online a subscription, in the write that claims its payment (D45). Refunds where the plan
 * is held or renewed already ('second_payment'), no longer offered or its renewed period cancelled
 * ('plan_not_on_offer'), or its promo use or cashback used up.
 */
export async function startPaidPlan(charge: SuccessfulCharge): Promise<KnownSettlement> {
	for (let attempt = 1; ; attempt++) {
		const settled = await startOnce(charge)
		if (settled !== 'order_changed') return settled
		// The payment stays open: the sweeper asks again within the minute.
		if (attempt === MAX_ATTEMPTS) return { kind: 'waiting', payment: charge.payment, seen: null }
	}
}

async function startOnce(charge: SuccessfulCharge): Promise<KnownSettlement | 'order_changed'> {
	const { deps, payment, now } = charge
	const { paymentReference, amountKobo } = payment
	const order = await deps.subscriptions.planOrders.orderOfPayment(paymentReference, now)
	if (!order) throw new Error(`payment ${paymentReference} is for no order of a plan`)
	if (order.subscriptionId !== null || order.isHeldOtherwise) return refundCharge(charge, 'second_payment')
	const received = receivedMoney(charge, { outcome: 'subscribed' })
	const batch = [
		deps.subscriptions.planOrders.requireAsRead(order),
		...claimStatements(charge, received),
		...subscriptionStatements(deps, order, {
			subscriptionId: newId(),
			payment: { paymentReference, amountKobo },
			// Savings count as when the payment was started.
			keptSinceAt: order.createdAt,
			now,
		}),
	]
	const tried = await tryToSettle(() => writeIdempotent(deps.writeBatch, batch), refusalOfStartedPlan)
	switch (tried) {
		case 'written':
			return decided(payment, received)
		case 'settled_before':
			return readSettlement(charge)
		case 'order_changed':
			return tried
		case 'busy':
		case 'not_saved':
			return { kind: 'waiting', payment, seen: null }
		case 'plan_promo_not_valid':
		case 'cashback_not_available':
			return refundCharge(charge, 'promo_used_up')
		case 'booked_by_another_way':
		case 'plan_renewed':
		case 'plan_held':
			return refundCharge(charge, 'second_payment')
		default:
			return refundCharge(charge, (await isHeld(charge)) ? 'second_payment' : 'plan_not_on_offer')
	}
}

/** Whether this or another order has started the plan meanwhile. */
async function isHeld({ deps, payment, now }: SuccessfulCharge): Promise<boolean> {
	const order = await deps.subscriptions.planOrders.orderOfPayment(payment.paymentReference, now)
	return order !== null && (order.subscriptionId !== null || order.isHeldOtherwise)
}
