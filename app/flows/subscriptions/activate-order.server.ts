import type { PlanOrder } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { LATE_ORDER_MS } from '#app/domain/subscriptions/plan-times.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	isRetryable,
	refusalOfWrite,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	refusalOfStartedPlan,
	type SubscriptionStatementDeps,
	subscriptionStatements,
	tryPlanWrite,
} from './subscription-statements.server.ts'

export type ActivateOrderDeps = SubscriptionStatementDeps & Pick<Repositories, 'writeBatch'>

/** More than two changes between read and write are not expected. */
const MAX_ATTEMPTS = 3

/**
 * Makes an order that is paid at the shop, or covered by promo code and cashback, a subscription, once. Refuses
 * 'plan_order_ended' for a cancelled or replaced one, 'plan_order_over' a week after its seven days.
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

type CancelOrderRefusal = 'order_not_found' | 'order_started' | WriteFailure

/**
 * Cancels the actor's order that waits at a shop (D62). A repeated post gets the same answer (F26). Refuses
 * 'order_started' for a started plan, and 'order_not_found' for another customer's, one paid online, or an ended
 * session.
 */
export async function cancelOrder(
	{ subscriptions: { planOrders }, writeBatch }: Pick<Repositories, 'subscriptions' | 'writeBatch'>,
	actor: Actor,
	referenceNumber: string,
): Promise<Outcome<null, CancelOrderRefusal>> {
	try {
		const { cancelled } = await writeIdempotent(writeBatch, {
			cancelled: planOrders.cancelOrder(actor, referenceNumber),
		})
		if (cancelled > 0) return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite<CancelOrderRefusal>(error, {}))
	}
	const order = await planOrders.ownOrder(actor, referenceNumber)
	if (order?.isStarted) return refused('order_started')
	return order?.isEnded ? accepted(null) : refused('order_not_found')
}
