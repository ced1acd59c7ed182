import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { Repositories } from '#app/repositories.server.ts'

type OpenOrder = Awaited<ReturnType<Repositories['planOrders']['openOrders']>>[number]

/** An order that waits to be paid at the shop, in words. */
export function orderView({ referenceNumber, title, shopName, timeZone, expiresAt, toPayKobo }: OpenOrder) {
	return {
		referenceNumber,
		title: `${title} is ordered.`,
		text: `Pay ${formatNaira(toPayKobo)} at ${shopName} and say ${referenceNumber}. The order is kept until ${momentLabelAt(timeZone, expiresAt)}.`,
	}
}
