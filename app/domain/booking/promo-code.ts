import type { Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { DiscountType } from '#app/kernel/vocabulary.ts'

/** What a code takes off, once it counts. */
export type DiscountRule = {
	discountType: DiscountType
	/** Percent: 1 to 100. Amount: kobo. */
	discountValue: number
	minimumAmountKobo: Kobo
}

export type PromoCode = DiscountRule & {
	id: string
	code: string
	isActive: boolean
	expiresAt: Instant | null
	maxUses: number | null
	currentUses: number
}

/** A typed code as it is stored and compared: without white space, in upper case (spec 1 §5). */
export function normalizePromoCode(typed: string): string {
	return typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
}

/** Whether a code counts at all now: active, not expired, and not used up (spec 1 §5). */
export function isPromoCurrent(promo: PromoCode, now: Instant): boolean {
	return (
		promo.isActive &&
		(promo.expiresAt === null || promo.expiresAt > now) &&
		(promo.maxUses === null || promo.currentUses < promo.maxUses)
	)
}

/**
 * What a code takes off an amount (services and add-ons, before any tip), in kobo, never more than the amount; null when
 * the amount is under the code's minimum (spec 1 §5).
 */
export function discountAmount(rule: DiscountRule, amountKobo: Kobo): Kobo | null {
	if (amountKobo < rule.minimumAmountKobo) return null
	const wishedKobo =
		rule.discountType === 'percent' ? percentOf(amountKobo, rule.discountValue) : rule.discountValue
	return Math.min(wishedKobo, amountKobo)
}
