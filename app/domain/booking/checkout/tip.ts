import { KOBO_PER_NAIRA, type Kobo, parseNaira, percentOf } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { TipKind } from '#app/kernel/vocabulary/booking.ts'

/** Not an amount: a percentage is priced again whenever the draft changes (D3). */
export type TipChoice = { kind: TipKind; percent: number; customKobo: Kobo }

export const NO_TIP: TipChoice = { kind: 'none', percent: 0, customKobo: 0 }

/** A larger tip is a typing mistake. */
const MAX_TIP_KOBO = 1_000_000 * KOBO_PER_NAIRA

/** On the discounted subtotal; percentages round to whole naira (C44). */
export function tipAmount(choice: TipChoice, discountedSubtotalKobo: Kobo): Kobo {
	if (choice.kind === 'none') return 0
	return choice.kind === 'percent' ? percentOf(discountedSubtotalKobo, choice.percent) : choice.customKobo
}

export type TipProblem = 'not_a_number' | 'too_large'

/**
 * A typed tip in naira, as kobo; an empty one is 0 (D68). Refuses:
 * - 'not_a_number': `parseNaira` reads none;
 * - 'too_large': above MAX_TIP_KOBO.
 */
export function parseCustomTip(typed: string): Outcome<Kobo, TipProblem> {
	const amountKobo = parseNaira(typed)
	if (amountKobo === null) return refused('not_a_number')
	return amountKobo <= MAX_TIP_KOBO ? accepted(amountKobo) : refused('too_large')
}

/** The staff's tip in a payment: the rest after services and add-ons, which cashback pays first. */
export function tipIn(
	{ totalKobo, tipKobo, cashbackKobo }: { totalKobo: Kobo; tipKobo: Kobo; cashbackKobo: Kobo },
	paidKobo: Kobo,
): Kobo {
	return Math.max(0, paidKobo + cashbackKobo - (totalKobo - tipKobo))
}
