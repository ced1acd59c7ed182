import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo, percentOf } from '#app/kernel/money.ts'
import type { DiscountType } from '#app/kernel/vocabulary/booking.ts'

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

/** The stored form: no white space, upper case (C48). */
export function normalizePromoCode(typed: string): string {
	return typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
}

/** Active, not expired and not used up (C49). */
export function isPromoCurrent(promo: PromoCode, now: Instant): boolean {
	return (
		promo.isActive &&
		(promo.expiresAt === null || promo.expiresAt > now) &&
		(promo.maxUses === null || promo.currentUses < promo.maxUses)
	)
}

/** The discount on services and add-ons, without the tip, in kobo. Null: below the code's minimum (C50). */
export function discountAmount(rule: DiscountRule, amountKobo: Kobo): Kobo | null {
	if (amountKobo < rule.minimumAmountKobo) return null
	const requestedKobo =
		rule.discountType === 'percent' ? percentOf(amountKobo, rule.discountValue) : rule.discountValue
	return Math.min(requestedKobo, amountKobo)
}

/** '10% off', '₦500 off'. */
export function discountWords({
	discountType,
	discountValue,
}: Pick<DiscountRule, 'discountType' | 'discountValue'>): string {
	return `${discountType === 'percent' ? `${discountValue}%` : formatNaira(discountValue)} off`
}

/** 'Used 3 of 20 times', 'Used once', 'Not used yet'. */
export function usesWords({ currentUses, maxUses }: Pick<PromoCode, 'currentUses' | 'maxUses'>): string {
	if (maxUses !== null) return `Used ${currentUses} of ${maxUses} ${maxUses === 1 ? 'time' : 'times'}`
	if (currentUses === 0) return 'Not used yet'
	return currentUses === 1 ? 'Used once' : `Used ${currentUses} times`
}

/** Why a code takes nothing off now, or null. */
export function promoStateWords(promo: PromoCode, now: Instant): 'Off' | 'Over' | 'Used up' | null {
	if (!promo.isActive) return 'Off'
	if (promo.expiresAt !== null && promo.expiresAt <= now) return 'Over'
	return promo.maxUses !== null && promo.currentUses >= promo.maxUses ? 'Used up' : null
}
