import { KOBO_PER_NAIRA, type Kobo, percentOf } from '#app/kernel/money.ts'
import type { TipKind } from '#app/kernel/vocabulary/booking.ts'

/** The customer's choice, not an amount: a percentage is priced again whenever the draft changes (D3). */
export type TipChoice = { kind: TipKind; percent: number; customKobo: Kobo }

export const NO_TIP: TipChoice = { kind: 'none', percent: 0, customKobo: 0 }

/** ₦1,000,000: a larger tip is a typing mistake. */
const MAX_TIP_KOBO = 1_000_000 * KOBO_PER_NAIRA

/** The tip in kobo on the discounted subtotal. Percentages round to whole naira (C44). */
export function tipAmount(choice: TipChoice, discountedSubtotalKobo: Kobo): Kobo {
	if (choice.kind === 'none') return 0
	return choice.kind === 'percent' ? percentOf(discountedSubtotalKobo, choice.percent) : choice.customKobo
}

/**
 * A typed tip in naira, as kobo. Text that is no plain non-negative number ('abc', '-5', '1e9', '0x10', 'NaN') gives 0
 * (C45). '1,500' and '₦1 500' are how people write 1500. Null: the tip is above MAX_TIP_KOBO.
 */
export function parseCustomTip(typed: string): Kobo | null {
	const compact = typed.normalize('NFKC').replace(/[\s,₦]/g, '')
	if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(compact)) return 0
	const amountKobo = Math.round(Number(compact) * KOBO_PER_NAIRA)
	return amountKobo <= MAX_TIP_KOBO ? amountKobo : null
}

/** The staff's tip in a payment, in kobo: the part that is left after services and add-ons, which cashback pays first. */
export function tipIn(
	{ totalKobo, tipKobo, cashbackKobo }: { totalKobo: Kobo; tipKobo: Kobo; cashbackKobo: Kobo },
	paidKobo: Kobo,
): Kobo {
	return Math.max(0, paidKobo + cashbackKobo - (totalKobo - tipKobo))
}
