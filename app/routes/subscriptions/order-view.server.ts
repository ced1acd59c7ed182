import type { PlanOrderRepository } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { withTrail } from '#app/ui/account/origin.ts'

type OpenOrder = Awaited<ReturnType<PlanOrderRepository['openOrders']>>[number]

/** An order to be paid at the shop. */
export function orderView(
	{
		referenceNumber,
		planId,
		renewsSubscriptionId,
		title,
		shopName,
		timeZone,
		expiresAt,
		toPayKobo,
	}: OpenOrder,
	now: Instant,
) {
	return {
		referenceNumber,
		title: `Your order number: ${referenceNumber}`,
		text: `Pay ${formatNaira(toPayKobo)} at ${shopName} to start ${title}. We keep the order until ${nearMomentWordsAt(timeZone, expiresAt, now)}.`,
		payOnline: withTrail(
			`/plans/${planId}/buy${renewsSubscriptionId === null ? '' : `?renews=${renewsSubscriptionId}`}`,
			'subscriptions',
		),
	}
}
