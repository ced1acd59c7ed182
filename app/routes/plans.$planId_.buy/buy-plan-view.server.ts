import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { PlanOrderRepository } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { planPeriod } from '#app/domain/subscriptions/plan-times.server.ts'
import { entriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { planPaymentChoices } from '#app/flows/subscriptions/order-plan.server.ts'
import type { PlanPurchase } from '#app/flows/subscriptions/read-plan-purchase.server.ts'
import { lastDayShortLabel, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

type OpenOrder = Pick<
	Awaited<ReturnType<PlanOrderRepository['openOrders']>>[number],
	'planId' | 'renewsSubscriptionId' | 'referenceNumber'
>

function findOrderNumber(orders: readonly OpenOrder[], planId: string, renews: string | null): string | null {
	const open = orders.find((order) => order.planId === planId && order.renewsSubscriptionId === renews)
	return open?.referenceNumber ?? null
}

export function buyPlanView(
	purchase: PlanPurchase,
	{
		onlinePayments,
		orders,
		now,
	}: { onlinePayments: OnlinePayments | null; orders: readonly OpenOrder[]; now: Instant },
) {
	const { plan, promo, quote, cashback } = purchase
	const { shop, renewed } = plan
	const period = planPeriod({ ...plan, timeZone: shop.timeZone, renewedEndsAt: renewed?.endsAt ?? null }, now)
	return {
		title: plan.title,
		/** The default Back: the page that leads here. */
		back: renewed
			? { to: `/subscriptions/${renewed.id}`, label: 'Subscription' }
			: { to: `/plans/${plan.id}`, label: plan.title },
		entries: entriesLabel(plan),
		shop: { id: shop.id, name: shop.name },
		runs: `${shortDateLabelAt(shop.timeZone, period.startsAt)} to ${lastDayShortLabel(shop.timeZone, period.endsAt, now)}`,
		/** Null: at once. */
		startsOn: period.startsAt > now ? shortDateLabelAt(shop.timeZone, period.startsAt) : null,
		renewal: renewed && { paidBeforeKobo: renewed.paidKobo, isChanged: renewed.paidKobo !== plan.priceKobo },
		quote,
		promoCode: promo?.code ?? null,
		cashbackKobo: cashback?.availableKobo ?? 0,
		choices: planPaymentChoices(purchase, onlinePayments),
		/** An order of the same period that waits at the shop; null for none. */
		orderNumber: findOrderNumber(orders, plan.id, renewed?.id ?? null),
		isDemo: onlinePayments?.mode === 'test',
	}
}
export type BuyPlanView = ReturnType<typeof buyPlanView>
