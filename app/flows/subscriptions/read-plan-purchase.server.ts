import {
	discountAmount,
	isPromoCurrent,
	normalizePromoCode,
	type PromoCode,
} from '#app/domain/booking/checkout/promo-code.ts'
import { cashbackPart } from '#app/domain/booking/checkout/saving.ts'
import type { OfferedPlan } from '#app/domain/subscriptions/plan-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The choices of a plan's buyer. */
export type PlanChoices = {
	planId: string
	/** The period that it goes on from; null for a new one. */
	renews: string | null
	/** As it was typed; '' for none. */
	promoCode: string
	usesCashback: boolean
}

/** A plan with what it costs this person now. */
export type PlanPurchase = {
	plan: OfferedPlan
	/** Null for none, and for one that does not work here. */
	promo: PromoCode | null
	quote: { priceKobo: Kobo; discountKobo: Kobo; totalKobo: Kobo; cashbackKobo: Kobo; toPayKobo: Kobo }
	/** Their cashback at the shop; null for none. */
	cashback: { accountId: string; availableKobo: Kobo } | null
}

/** Prices a plan for its reader, in one trip; null for an unknown plan (D3). */
export async function readPlanPurchase(
	{
		subscriptions: { plans },
		booking: { promos },
		loyalty: { usableSavings },
	}: Pick<Repositories, 'subscriptions' | 'booking' | 'loyalty'>,
	{ planId, renews, promoCode, usesCashback }: PlanChoices,
	{ actor, now }: { actor: Actor; now: Instant },
): Promise<PlanPurchase | null> {
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
