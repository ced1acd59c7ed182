import type { PlanOrderRepository } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'

type OpenOrder = Awaited<ReturnType<PlanOrderRepository['openOrders']>>[number]

/** An order that waits to be paid at the shop, in words. */
export function orderView({ referenceNumber, title, shopName, timeZone, expiresAt, toPayKobo }: OpenOrder) {
	return {
		referenceNumber,
		title: `${title} is ordered.`,
		text: `Pay ${formatNaira(toPayKobo)} at ${shopName} and say ${referenceNumber}. The order is kept until ${momentLabelAt(timeZone, expiresAt)}.`,
	}
}
