import {
	discountAmount,
	isPromoCurrent,
	normalizePromoCode,
} from '#app/domain/booking/checkout/promo-code.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Whether a typed promo code takes something off a plan: gives it in its stored form. A wrong one counts against the
 * network, and too many of them are refused before it is looked up (S8).
 */
export async function tryPlanPromo(
	deps: Pick<Repositories, 'subscriptions' | 'booking' | 'identity' | 'writeBatch'>,
	{
		planId,
		typed,
		actor,
		networkKey,
		now,
	}: { planId: string; typed: string; actor: Actor; networkKey: string | null; now: Instant },
): Promise<Outcome<{ code: string }, PlanRefusal>> {
	const code = normalizePromoCode(typed)
	const [plan, promo] = await Promise.all([
		deps.subscriptions.plans.offeredPlan(planId, { actor, renews: null }),
		deps.booking.promos.promoOfPlan(planId, code, actor),
	])
	const isRight =
		plan !== null &&
		promo !== null &&
		isPromoCurrent(promo, now) &&
		discountAmount(promo, plan.priceKobo) !== null
	const limits = networkLimits('promo-network', networkKey)
	if (limits.length > 0) {
		try {
			await deps.writeBatch([
				...limits.map((limit) => deps.identity.rateLimits.requireAttemptLeft(limit, now)),
				...(isRight ? [] : deps.identity.rateLimits.recordAttempts(limits, now)),
			])
		} catch (error) {
			return refused(refusalOfPlanWrite(error))
		}
	}
	return isRight ? accepted({ code }) : refused('plan_promo_not_valid')
}
