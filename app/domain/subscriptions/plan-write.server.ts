import { refusalOfWrite } from '#app/kernel/write-batch.server.ts'
import type { PlanRefusal } from './plan-refusal.ts'

/** Constraints and triggers that may refuse a purchase. */
const planConstraints: Readonly<Record<string, PlanRefusal>> = {
	plan_not_on_offer: 'plan_not_on_offer',
	periods_overlap: 'plan_held',
	'unique:subscriptions.renews_subscription_id': 'plan_renewed',
	'unique:plan_orders_one_open': 'plan_order_ended',
	promo_not_valid: 'plan_promo_not_valid',
	'check:promo_uses_limit': 'plan_promo_not_valid',
	unpaid_promo_uses_full: 'plan_promo_not_valid',
	promo_rate_limited: 'promo_rate_limited',
	cashback_not_available: 'cashback_not_available',
	too_many_payment_starts: 'too_many_payment_starts',
	draft_deleted: 'plan_not_on_offer',
}

/** The refusal of a failed purchase; throws other errors. */
export function refusalOfPlanWrite(error: unknown): PlanRefusal {
	return refusalOfWrite(error, planConstraints)
}
