import { isPayableOnline } from '#app/domain/booking/checkout/deposit.ts'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { paymentHoldExpiry } from '#app/domain/booking/hold/hold-policy.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { MONEY_BACK_MS } from '#app/domain/subscriptions/plan-money-back.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { ORDER_MS, planPeriod } from '#app/domain/subscriptions/plan-times.server.ts'
import { releaseOthers } from '#app/flows/lifecycle/release-savings.server.ts'
import {
	earlierPayment,
	MAX_ATTEMPTS,
	type OpenAttemptDeps,
	openAttempt,
} from '#app/flows/payments/open-attempt.server.ts'
import type { SettlePaymentDeps } from '#app/flows/payments/settle-payment.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { contentId, newId, newReadableCode } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { storedPaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type ActivateOrderDeps, activateOrder } from './activate-order.server.ts'
import { type PlanChoices, type PlanPurchase, readPlanPurchase } from './read-plan-purchase.server.ts'
import { tryPlanWrite } from './subscription-statements.server.ts'

export type OrderPlanDeps = SettlePaymentDeps &
	OpenAttemptDeps &
	ActivateOrderDeps &
	Pick<Repositories, 'subscriptions' | 'booking' | 'loyalty'> & {
		onlinePayments: OnlinePayments | null
	}

export type OrderPlanInput = PlanChoices & {
	/** Null where nothing is left to pay. */
	paymentChoice: 'online' | 'cash' | null
	autoRenews: boolean
	customer: Customer
	actor: Actor
	/** What the page showed: compared, never charged (D3). */
	seen: { totalKobo: Kobo; toPayKobo: Kobo }
	networkKey: string | null
	now: Instant
}

export type PlanOrdered =
	| { next: 'pay'; url: string }
	| { next: 'payment'; paymentReference: string }
	| { next: 'subscription'; subscriptionId: string }
	| { next: 'order'; referenceNumber: string }

/**
 * Buys a plan: online, at the shop as an order for seven days (D45), or at once where promo code and cashback cover it.
 * Orders of one person for one period are one. Refuses as `PlanRefusal` says; nothing is charged then.
 */
export async function orderPlan(
	deps: OrderPlanDeps,
	input: OrderPlanInput,
): Promise<Outcome<PlanOrdered, PlanRefusal>> {
	const { seen, now } = input
	const purchase = await readPlanPurchase(deps, input, input)
	const problem = purchase ? planProblem(purchase, input) : 'plan_not_on_offer'
	if (!purchase || problem !== null) return refused(problem ?? 'plan_not_on_offer')
	const { quote } = purchase
	if (quote.totalKobo !== seen.totalKobo) return refused('plan_price_changed')
	if (quote.toPayKobo !== seen.toPayKobo) return refused('cashback_not_available')
	const choice = quote.toPayKobo === 0 ? 'cash' : input.paymentChoice
	const offered = planPaymentChoices(purchase, deps.onlinePayments)
	if (choice === null || (quote.toPayKobo > 0 && !offered.includes(choice)))
		return refused('plan_payment_missing')
	const checkout = await planCheckout(purchase, input, choice)
	if (choice === 'online') return payOnline(deps, purchase, checkout, input)

	const referenceNumber = newOrderNumber()
	const refusal = await insertOrder(
		deps,
		orderStatements(deps, purchase, checkout, { ...input, referenceNumber, expiresAt: now + ORDER_MS }),
	)
	if (refusal !== null) return refused(refusal)
	// An equal order may exist already, under its own number.
	const order = await deps.subscriptions.planOrders.orderOfCheckout(checkout.checkoutId, now)
	if (!order) throw new Error(`order ${checkout.checkoutId} is gone`)
	if (quote.toPayKobo > 0) return accepted({ next: 'order', referenceNumber: order.referenceNumber })
	const activated = await activateOrder(deps, order, now)
	if (!activated.ok) return activated
	return accepted({ next: 'subscription', ...activated.value })
}

/**
 * The payment choices for the rest of a plan's price. Below the online minimum the rest is paid at the shop, even where
 * it takes no other orders (D69).
 */
export function planPaymentChoices(
	{ plan, quote }: Pick<PlanPurchase, 'plan' | 'quote'>,
	onlinePayments: Pick<OnlinePayments, 'minimumKobo'> | null,
): ('online' | 'cash')[] {
	const isOnline = isPayableOnline(quote.toPayKobo, onlinePayments?.minimumKobo ?? null)
	const isTooSmall = onlinePayments !== null && !isOnline
	return [
		...(isOnline ? (['online'] as const) : []),
		...(plan.isPayableAtShop || isTooSmall ? (['cash'] as const) : []),
	]
}

/** Why a plan cannot be bought as chosen; null when it can. */
export function planProblem(
	{ plan, promo }: Pick<PlanPurchase, 'plan' | 'promo'>,
	{ renews, promoCode }: Pick<PlanChoices, 'renews' | 'promoCode'>,
): PlanRefusal | null {
	if (!plan.isOnOffer) return 'plan_not_on_offer'
	if (renews !== null) {
		if (plan.renewed === null || plan.renewed.cancelledAt !== null) return 'plan_not_on_offer'
		if (plan.renewed.isRenewed) return 'plan_renewed'
		if (plan.heldId !== null && plan.heldId !== plan.renewed.id) return 'plan_held'
	} else if (plan.heldId !== null) return 'plan_held'
	return promoCode !== '' && promo === null ? 'plan_promo_not_valid' : null
}

async function payOnline(
	deps: OrderPlanDeps,
	purchase: PlanPurchase,
	checkout: NewPendingCheckout,
	input: OrderPlanInput,
): Promise<Outcome<PlanOrdered, PlanRefusal>> {
	const { onlinePayments } = deps
	const { customer, now } = input
	const { email } = customer
	if (!onlinePayments) return refused('plan_payment_missing')
	if (email === null) return refused('missing_email')
	const payments = await deps.payments.attempts.paymentsOfDraft(checkout.draftId)
	const earlier = await earlierPayment(deps, payments, checkout.checkoutId, now)
	if (earlier && earlier.next !== 'booked') return accepted(earlier)
	// All attempts for one period share a key, so only a day's attempts count.
	const recent = payments.filter(({ createdAt }) => now - createdAt < DAY_MS)
	if (recent.length >= MAX_ATTEMPTS) return refused('too_many_payment_starts')
	const order = { ...input, referenceNumber: newOrderNumber(), expiresAt: null }
	const opened = await openAttempt(deps, {
		kind: 'plan',
		onlinePayments,
		checkout,
		payments,
		caller: { userId: customer.userId, networkKey: input.networkKey },
		email,
		description: `${purchase.plan.title} at ${purchase.plan.shop.name}`,
		// A plan is not rebuilt from the provider: reconciling shows the operator a lost one.
		checkoutCopy: async () => null,
		expiresAt: paymentHoldExpiry(onlinePayments.channels, now),
		insert: (_, attempt) =>
			insertOrder(deps, [
				...releaseOthers(deps, checkout, { now }),
				...orderStatements(deps, purchase, checkout, order),
				...deps.loyalty.savingUses.keepUses(checkout, now),
				...attempt,
			]),
		now,
	})
	if (opened.ok) return opened
	const { refusal } = opened
	return refused(
		refusal === 'payment_no_url' || refusal === 'invalid_amount' || refusal === 'payment_below_minimum'
			? 'payment_not_started'
			: refusal,
	)
}

async function insertOrder(
	{ writeBatch }: Pick<Repositories, 'writeBatch'>,
	batch: Statement[],
): Promise<PlanRefusal | null> {
	const tried = await tryPlanWrite(() => writeIdempotent(writeBatch, batch))
	if (tried === 'written') return null
	return tried === 'booked_before' ? 'plan_held' : tried
}

/** Equal choices are one checkout, and all of one period share their draft's key. */
async function planCheckout(
	{ plan, promo, quote }: PlanPurchase,
	{ customer, renews, autoRenews, now }: OrderPlanInput,
	paymentChoice: 'online' | 'cash',
): Promise<NewPendingCheckout> {
	const { userId, firstName, lastName, email, phone } = customer
	const { startsAt } = planPeriod(
		{ ...plan, timeZone: plan.shop.timeZone, renewedEndsAt: plan.renewed?.endsAt ?? null },
		now,
	)
	const draftId = await contentId(`plan ${userId} ${plan.id} ${renews ?? ''} ${plan.heldCount}`)
	const { priceKobo, discountKobo, totalKobo, cashbackKobo, toPayKobo } = quote
	const agreed = {
		userId,
		draftId,
		shopId: plan.shop.id,
		contact: { firstName, lastName, email, phone },
		services: [],
		addOns: [],
		subtotalKobo: priceKobo,
		discountKobo,
		tipKobo: 0,
		totalKobo,
		cashbackKobo,
		promoCodeId: promo?.id ?? null,
		referralCodeId: null,
		rewardId: null,
		paymentChoice,
		paymentMethod: storedPaymentMethod(paymentChoice),
		dueKobo: toPayKobo,
	}
	return {
		...agreed,
		checkoutId: await contentId(JSON.stringify({ ...agreed, autoRenews })),
		clientId: newId(),
		isSameDevice: false,
		startsAt,
		refundableUntilAt: now + MONEY_BACK_MS,
		now,
	}
}

function orderStatements(
	deps: Pick<Repositories, 'booking' | 'subscriptions' | 'messaging'>,
	{ plan }: PlanPurchase,
	checkout: NewPendingCheckout,
	input: OrderPlanInput & { referenceNumber: string; expiresAt: Instant | null },
): Statement[] {
	const { customer, renews, autoRenews, referenceNumber, expiresAt, now } = input
	const order = {
		checkoutId: checkout.checkoutId,
		planId: plan.id,
		userId: customer.userId,
		referenceNumber,
		renewsSubscriptionId: renews,
		autoRenews,
		expiresAt,
		now,
	}
	return [
		...(checkout.paymentChoice === 'online'
			? deps.booking.checkouts.insertPendingCheckout(checkout)
			: // It replaces the account's order for the same period (D62).
				[
					...deps.booking.checkouts.insertOrderedCheckout(checkout),
					deps.subscriptions.planOrders.endOpenOrders(order, now),
				]),
		deps.subscriptions.planOrders.insertOrder(order),
		...(expiresAt !== null && checkout.dueKobo > 0
			? deps.messaging.planMails.insertOrdered(checkout.checkoutId, now)
			: []),
	]
}

/** 'PL4-7QMH': short enough to read out at the counter. */
function newOrderNumber(): string {
	const code = newReadableCode(7)
	return `${code.slice(0, 3)}-${code.slice(3)}`
}
