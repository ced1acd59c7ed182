import type { Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { DiscountType } from '#app/kernel/vocabulary.ts'

export type PromoCode = {
	id: string
	code: string
	discountType: DiscountType
	/** Percent: 1 to 100. Amount: kobo. */
	discountValue: number
	isActive: boolean
	expiresAt: Instant | null
	maxUses: number | null
	currentUses: number
	minimumAmountKobo: Kobo
}

/** A typed code as it is stored and compared: without white space, in upper case (spec 1 §5). */
export function normalizePromoCode(typed: string): string {
	return typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
}

/**
 * What a code takes off an amount (services and add-ons, before any tip), in kobo; null when it is not valid: inactive,
 * expired, used up, or the amount is under its minimum (spec 1 §5). Never more than the amount.
 */
export function promoDiscount(promo: PromoCode, amountKobo: Kobo, now: Instant): Kobo | null {
	const isValid =
		promo.isActive &&
		(promo.expiresAt === null || promo.expiresAt > now) &&
		(promo.maxUses === null || promo.currentUses < promo.maxUses) &&
		amountKobo >= promo.minimumAmountKobo
	if (!isValid) return null
	const wishedKobo =
		promo.discountType === 'percent' ? percentOf(amountKobo, promo.discountValue) : promo.discountValue
	return Math.min(wishedKobo, amountKobo)
}
