import {
	discountAmount,
	isPromoCurrent,
	normalizePromoCode,
	type PromoCode,
} from '#app/domain/booking/checkout/promo-code.ts'
import { cashbackPart } from '#app/domain/booking/checkout/saving.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import type { OfferedPlan } from '#app/domain/subscriptions/plan-repository.server.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type PlanChoices = {
	planId: string
	/** The period that it renews; null for a new one. */
	renews: string | null
	/** As it was typed; '' for none. */
	promoCode: string
	usesCashback: boolean
}

export type PlanPurchase = {
	plan: OfferedPlan
	/** Null for none, and for one without effect here. */
	promo: PromoCode | null
	quote: { priceKobo: Kobo; discountKobo: Kobo; totalKobo: Kobo; cashbackKobo: Kobo; toPayKobo: Kobo }
	/** Their cashback at the shop; null for none. */
	cashback: { accountId: string; availableKobo: Kobo } | null
}

/** Prices a plan for its reader, in one trip; null for an unknown plan (D3). */
export async function readPlanPurchase(
	deps: Pick<Repositories, 'subscriptions' | 'booking' | 'loyalty'>,
	{ planId, renews, promoCode, usesCashback }: PlanChoices,
	{ actor, now }: { actor: Actor; now: Instant },
): Promise<PlanPurchase | null> {
	const { plans } = deps.subscriptions
	const { promos } = deps.booking
	const { usableSavings } = deps.loyalty
	const code = normalizePromoCode(promoCode)
	const [plan, typed, cashback] = await Promise.all([
		plans.offeredPlan(planId, { actor, renews }),
		code === '' ? null : promos.promoOfPlan(planId, code, actor),
		usableSavings.cashbackOfPlan(planId, actor),
	])
	if (!plan) return null
	const { priceKobo } = plan
	const discountKobo = typed && isPromoCurrent(typed, now) ? discountAmount(typed, priceKobo) : null
	const totalKobo = priceKobo - (discountKobo ?? 0)
	const cashbackKobo = cashbackPart(usesCashback ? (cashback?.availableKobo ?? 0) : 0, {
		totalKobo,
		tipKobo: 0,
	})
	return {
		plan,
		promo: discountKobo === null ? null : typed,
		quote: {
			priceKobo,
			discountKobo: discountKobo ?? 0,
			totalKobo,
			cashbackKobo,
			toPayKobo: totalKobo - cashbackKobo,
		},
		cashback,
	}
}

/**
 * Checks a typed promo code for a plan; gives its stored form. Wrong ones count against the network, and too many are
 * refused before the look-up (S8).
 */
export async function tryPlanPromo(
	deps: Pick<Repositories, 'subscriptions' | 'booking' | 'identity' | 'writeBatch'>,
	input: { planId: string; typed: string; actor: Actor; networkKey: string | null; now: Instant },
): Promise<Outcome<{ code: string }, PlanRefusal>> {
	const { planId, typed, actor, networkKey, now } = input
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
