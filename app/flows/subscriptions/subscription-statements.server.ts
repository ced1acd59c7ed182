import { cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'
import { earnedLines } from '#app/domain/payments/ledger-lines.ts'
import type { PlanOrder } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { planPeriod } from '#app/domain/subscriptions/plan-times.server.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import { unlessBooked } from '#app/flows/booking/booking-write.server.ts'
import { releaseOthers } from '#app/flows/lifecycle/release-savings.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type SubscriptionStatementDeps = Pick<
	Repositories,
	'booking' | 'subscriptions' | 'loyalty' | 'payments' | 'messaging'
>

/**
 * The statements that make an order a subscription: savings are taken as agreed, or the batch is refused; the shop is
 * due the money, and the holder is told. They stand after `requireAsRead`, and after the claim of a payment.
 */
export function subscriptionStatements(
	deps: SubscriptionStatementDeps,
	order: PlanOrder,
	made: {
		subscriptionId: string
		payment: { paymentReference: string; amountKobo: Kobo } | null
		/** The payment's start, else now. */
		keptSinceAt: Instant
		now: Instant
	},
): Statement[] {
	const { subscriptionId, payment, keptSinceAt, now } = made
	const { checkoutId, shop, plan, cashbackKobo, cashbackAccountId, renewsSubscriptionId } = order
	const period = planPeriod({ ...plan, timeZone: shop.timeZone, renewedEndsAt: order.renewedEndsAt }, now)
	const savings = { ...order, rewardId: null }
	return [
		...releaseOthers(deps, savings, { now }),
		...deps.booking.checkouts.completeCheckout(
			{ ...order, createdAt: keptSinceAt },
			payment?.paymentReference ?? null,
		),
		...deps.loyalty.savingUses.keepUses(savings, keptSinceAt),
		...deps.subscriptions.planOrders.insertSubscription(order, { id: subscriptionId, ...period, now }),
		deps.subscriptions.planOrders.endOpenOrders({ ...order, planId: plan.id }, now),
		...(payment === null
			? []
			: deps.payments.ledger.postEntry({
					key: `plan:${payment.paymentReference}`,
					lines: earnedLines({ ...payment, currency: 'NGN', shopId: shop.id, tipKobo: 0 }),
					now,
				})),
		...(cashbackKobo === 0 || cashbackAccountId === null
			? []
			: deps.payments.ledger.postEntry({
					key: `cashback-spent:${checkoutId}:${now}`,
					lines: cashbackSpentLines({ shopId: shop.id, cashbackAccountId, amountKobo: cashbackKobo }),
					now,
				})),
		...(renewsSubscriptionId === null
			? []
			: [
					deps.subscriptions.entries.logUsage({
						id: `renewed-${subscriptionId}`,
						subscriptionId: renewsSubscriptionId,
						action: 'renewed',
						change: 0,
						now,
					}),
				]),
		...deps.messaging.planMails.insertStarted(subscriptionId, now),
	]
}

/** Runs the write of an order. 'booked_before': its period of the plan is bought already. */
export async function tryPlanWrite<Refusal extends string = PlanRefusal>(
	write: () => Promise<unknown>,
	refusalOf: (error: unknown) => Refusal | PlanRefusal = refusalOfPlanWrite,
): Promise<'written' | 'booked_before' | Refusal | PlanRefusal> {
	try {
		const written = await unlessBooked(write)
		return written === 'booked_before' ? written : 'written'
	} catch (error) {
		return refusalOf(error)
	}
}

/** 'order_changed': the order, or its renewed period, is not as it was read. */
export function refusalOfStartedPlan(error: unknown): PlanRefusal | 'order_changed' {
	return isViolation(error, 'subscription_not_usable') ? 'order_changed' : refusalOfPlanWrite(error)
}
