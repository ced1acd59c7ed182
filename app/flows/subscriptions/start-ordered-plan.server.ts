import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import type { PlanOrder } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Alongside, isRetryable } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type ActivateOrderDeps, activateOrder } from './activate-order.server.ts'

/** An order paid at the shop, as its desk sees it. */
export type OrderAtShop = {
	referenceNumber: string
	planTitle: string
	holder: string
	toPayKobo: Kobo
	/** The last instant to pay, as the customer was told. */
	expiresAt: Instant
}

export type StartedOrder = OrderAtShop & {
	subscriptionId: string
	/** It had been started before, by any request. */
	wasStarted: boolean
}

export type OrderRefusal = PlanRefusal | 'order_not_found' | 'own_code'

/** The words for the desk; customers read `planRefusals`. */
export const orderRefusalWords: Partial<Record<OrderRefusal, string>> = {
	order_not_found: 'This is not one of our codes.',
	own_code: 'This is your own order. Ask a colleague to start it.',
	plan_held: 'The customer already has this plan.',
	plan_renewed: 'The next period of this plan is paid for.',
	plan_not_on_offer: 'This plan is no longer on offer.',
	plan_order_ended: 'This order was cancelled, or replaced by a newer one. Ask for the newest number.',
	plan_order_over: 'This order ended more than a week ago. The customer can order the plan again.',
	plan_promo_not_valid: 'Its promo code no longer works. The customer can order the plan again.',
	cashback_not_available: 'Its cashback was used elsewhere. The customer can order the plan again.',
	busy: 'Very busy right now. Try again in a moment.',
	not_saved: 'This may not have been saved. Try again.',
}

/** The status of a refusal, at kiosk and API. */
export function orderStatus(refusal: OrderRefusal): 404 | 409 | 503 {
	if (isRetryable(refusal)) return 503
	return refusal === 'order_not_found' ? 404 : 409
}

/** An order number in its stored form: PL4-7QMH for 'pl4 7qmh'. */
export function parseOrderNumber(typed: string): string {
	const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
	return `${letters.slice(0, 3)}-${letters.slice(3)}`
}

/** An order as its desk sees it; null for one that is paid online. */
export function orderAtShop(order: PlanOrder): OrderAtShop | null {
	const { referenceNumber, plan, firstName, lastName, totalKobo, cashbackKobo, expiresAt } = order
	if (expiresAt === null) return null
	return {
		referenceNumber,
		planTitle: plan.title,
		holder: `${firstName} ${lastName}`.trim(),
		toPayKobo: totalKobo - cashbackKobo,
		expiresAt,
	}
}

/**
 * Starts a plan whose money the shop has taken, at the kiosk, by its program or the operator (D62). It is recorded, and
 * done once. `shopId` is null for the operator, who serves all shops.
 */
export async function startOrderedPlan(
	deps: ActivateOrderDeps & Pick<Repositories, 'subscriptions'>,
	input: {
		typed: string
		shopId: string | null
		/** The signed-in account cannot start its own plan on the shop's device. */
		ownUserId?: string | null
		/** The statements of the recorded act. */
		actOf: (act: Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>, order: PlanOrder) => Alongside
		now: Instant
	},
): Promise<Outcome<StartedOrder, OrderRefusal>> {
	const { typed, shopId, ownUserId = null, actOf, now } = input
	const order = await deps.subscriptions.planOrders.orderByReference(parseOrderNumber(typed), now)
	const shown = order && orderAtShop(order)
	if (!order || !shown || (shopId !== null && order.shop.id !== shopId)) return refused('order_not_found')
	if (order.userId === ownUserId) return refused('own_code')
	const { referenceNumber, planTitle } = shown
	const alongside = actOf(
		{
			kind: 'plan_activated',
			subjectId: referenceNumber,
			summary: `${referenceNumber}, ${planTitle}`,
		},
		order,
	)
	const started = await activateOrder(deps, order, now, alongside)
	if (!started.ok) return started
	const { subscriptionId } = started.value
	return accepted({ ...shown, subscriptionId, wasStarted: order.subscriptionId !== null })
}
