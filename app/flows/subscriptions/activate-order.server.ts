import type { PlanOrder } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { LATE_ORDER_MS } from '#app/domain/subscriptions/plan-period.server.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Alongside, isRetryable, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type SubscriptionStatementDeps, subscriptionStatements } from './subscription-statements.server.ts'
import { refusalOfStartedPlan, tryPlanWrite } from './try-plan-write.server.ts'

export type ActivateOrderDeps = SubscriptionStatementDeps & Pick<Repositories, 'writeBatch'>

/** What changed between read and write is read again; more than two such changes in a row are not expected. */
const MAX_ATTEMPTS = 3

/**
 * An order that was paid at the shop, or that promo code and cashback cover, becomes a subscription: once, however
 * often it is sent. Refuses 'plan_order_ended' for one that was cancelled or replaced, 'plan_order_over' a week after
 * its seven days, and what buying refuses.
 */
export async function activateOrder(
	deps: ActivateOrderDeps,
	read: PlanOrder,
	now: Instant,
	alongside: Alongside = [],
): Promise<Outcome<{ subscriptionId: string }, PlanRefusal>> {
	let order = read
	for (let attempt = 1; ; attempt++) {
		if (order.subscriptionId !== null) return accepted({ subscriptionId: order.subscriptionId })
		const problem = orderProblem(order, now)
		if (problem) return refused(problem)
		const subscriptionId = newId()
		const read = order
		const write = async () =>
			writeIdempotent(deps.writeBatch, [
				...(await alongside),
				deps.subscriptions.planOrders.requireAsRead(read),
				...subscriptionStatements(deps, read, { subscriptionId, payment: null, keptSinceAt: now, now }),
			])
		const tried = await tryPlanWrite(write, refusalOfStartedPlan)
		if (tried === 'written') return accepted({ subscriptionId })
		if (isRetryable(tried)) return refused(tried)
		// Another request may have been first.
		const found = await deps.subscriptions.planOrders.orderByReference(order.referenceNumber, now)
		if (found?.subscriptionId) return accepted({ subscriptionId: found.subscriptionId })
		if (found?.isHeldOtherwise) return refused('plan_held')
		if (tried === 'booked_before') return refused('plan_renewed')
		if (tried !== 'order_changed') return refused(tried)
		if (!found || attempt === MAX_ATTEMPTS) return refused('busy')
		order = found
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
