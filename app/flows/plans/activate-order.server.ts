import { isSecondBookingOfDraft } from '#app/domain/booking/booking-write.server.ts'
import type { PlanOrder } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { LATE_ORDER_MS } from '#app/domain/subscriptions/plan-period.server.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRetryable, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type SubscriptionStatementDeps, subscriptionStatements } from './subscription-statements.server.ts'

export type ActivateOrderDeps = SubscriptionStatementDeps & Pick<Repositories, 'writeBatch'>

/** What changed between read and write is read again; more than two such changes in a row are not expected. */
const MAX_ATTEMPTS = 3

/**
 * An order that was paid at the shop, or that promo code and cashback cover, becomes a subscription: once, however often it
 * is sent. Refuses 'plan_order_ended' for one that was cancelled or replaced, 'plan_order_over' a week after its seven days,
 * and what buying refuses.
 */
export async function activateOrder(
	deps: ActivateOrderDeps,
	read: PlanOrder,
	now: Instant,
): Promise<Outcome<{ subscriptionId: string }, PlanRefusal>> {
	let order = read
	for (let attempt = 1; ; attempt++) {
		if (order.subscriptionId !== null) return accepted({ subscriptionId: order.subscriptionId })
		const problem = orderProblem(order, now)
		if (problem) return refused(problem)
		const subscriptionId = newId()
		try {
			await writeIdempotent(deps.writeBatch, [
				deps.planOrders.requireAsRead(order),
				...subscriptionStatements(deps, order, { subscriptionId, payment: null, keptSinceAt: now, now }),
			])
			return accepted({ subscriptionId })
		} catch (error) {
			// Another request may have been first.
			const changed = isViolation(error, 'subscription_not_usable')
			const refusal = changed
				? 'busy'
				: isSecondBookingOfDraft(error)
					? 'plan_renewed'
					: refusalOfPlanWrite(error)
			if (!changed && isRetryable(refusal)) return refused(refusal)
			const found = await deps.planOrders.orderByReference(order.referenceNumber, now)
			if (found?.subscriptionId) return accepted({ subscriptionId: found.subscriptionId })
			if (found?.isHeldOtherwise) return refused('plan_held')
			if (!changed || !found || attempt === MAX_ATTEMPTS) return refused(refusal)
			order = found
		}
	}
}

/** Why an order cannot be started; null when it can. */
export function orderProblem(
	{ expiresAt, endedAt, isHeldOtherwise }: Pick<PlanOrder, 'expiresAt' | 'endedAt' | 'isHeldOtherwise'>,
	now: Instant,
): PlanRefusal | null {
	if (isHeldOtherwise) return 'plan_held'
	if (endedAt !== null) return 'plan_order_ended'
	return expiresAt === null || expiresAt + LATE_ORDER_MS <= now ? 'plan_order_over' : null
}
