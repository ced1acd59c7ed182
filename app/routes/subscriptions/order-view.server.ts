import type { PlanOrderRepository } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'

type OpenOrder = Awaited<ReturnType<PlanOrderRepository['openOrders']>>[number]

/** An order that waits to be paid at the shop, in words. */
export function orderView({
	referenceNumber,
	planId,
	renewsSubscriptionId,
	title,
	shopName,
	timeZone,
	expiresAt,
	toPayKobo,
}: OpenOrder) {
	return {
		referenceNumber,
		title: `Your order number: ${referenceNumber}`,
		text: `Pay ${formatNaira(toPayKobo)} at ${shopName} to start ${title}. We keep the order until ${momentLabelAt(timeZone, expiresAt)}.`,
		payOnline: `/plans/${planId}/buy${renewsSubscriptionId === null ? '' : `?renews=${renewsSubscriptionId}`}`,
	}
}
