import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { DiscountRule, PromoCode } from './promo-code.ts'

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

/** Why a code takes nothing off now; null where it does. */
export function promoStateWords(promo: PromoCode, now: Instant): 'Off' | 'Over' | 'Used up' | null {
	if (!promo.isActive) return 'Off'
	if (promo.expiresAt !== null && promo.expiresAt <= now) return 'Over'
	return promo.maxUses !== null && promo.currentUses >= promo.maxUses ? 'Used up' : null
}
