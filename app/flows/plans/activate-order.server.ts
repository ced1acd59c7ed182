import { isSecondBookingOfDraft } from '#app/domain/booking/booking-write.server.ts'
import type { PlanOrder } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRetryable, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type SubscriptionStatementDeps, subscriptionStatements } from './subscription-statements.server.ts'

export type ActivateOrderDeps = SubscriptionStatementDeps & Pick<Repositories, 'writeBatch'>

/**
 * An order that was paid at the shop, or that promo code and cashback cover, becomes a subscription: once, however often it
 * is sent. Refuses 'plan_order_over' after its seven days, and what buying refuses.
 */
export async function activateOrder(
	deps: ActivateOrderDeps,
	order: PlanOrder,
	now: Instant,
): Promise<Outcome<{ subscriptionId: string }, PlanRefusal>> {
	if (order.subscriptionId !== null) return accepted({ subscriptionId: order.subscriptionId })
	if (order.expiresAt === null || order.expiresAt <= now) return refused('plan_order_over')
	if (order.isHeldOtherwise) return refused('plan_held')
	const subscriptionId = newId()
	try {
		await writeIdempotent(deps.writeBatch, [
			deps.planOrders.requireRenewedAsRead(order),
			...subscriptionStatements(deps, order, { subscriptionId, payment: null, keptSinceAt: now, now }),
		])
		return accepted({ subscriptionId })
	} catch (error) {
		const refusal = isSecondBookingOfDraft(error) ? 'plan_renewed' : refusalOfPlanWrite(error)
		if (isRetryable(refusal)) return refused(refusal)
		// Another request may have been first.
		const made = await deps.planOrders.orderByReference(order.referenceNumber, now)
		return made?.subscriptionId ? accepted({ subscriptionId: made.subscriptionId }) : refused(refusal)
	}
}
