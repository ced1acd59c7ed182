import { KOBO_PER_NAIRA, type Kobo, parseNaira, percentOf } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { TipKind } from '#app/kernel/vocabulary/booking.ts'
import { cashbackPart, type Saving, savingAmount } from './saving.ts'

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

export type PricedItem = { id: string; name: string; priceKobo: Kobo; durationMinutes: number }

/** From the database's prices (D3). */
export type Quote = {
	services: PricedItem[]
	addOns: PricedItem[]
	durationMinutes: number
	subtotalKobo: Kobo
	/** Null without one, or where it does not fit. */
	saving: Saving | null
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	/** The total's part that cashback pays, and the rest (D36). */
	cashbackKobo: Kobo
	toPayKobo: Kobo
}

/**
 * Total = services + add-ons − saving + tip (C46), in kobo; to pay = total − cashback. A saving that does not fit takes
 * nothing off. `cashbackKobo` is what the customer wants to use. The page uses it too, for live totals.
 */
export function priceDraft(draft: {
	services: PricedItem[]
	addOns: PricedItem[]
	saving: Saving | null
	cashbackKobo: Kobo
	tip: TipChoice
}): Quote {
	const { services, addOns, saving } = draft
	const items = [...services, ...addOns]
	const subtotalKobo = items.reduce((sum, item) => sum + item.priceKobo, 0)
	const savedKobo = saving && savingAmount(saving, { services, subtotalKobo })
	const discountKobo = savedKobo ?? 0
	const tipKobo = tipAmount(draft.tip, subtotalKobo - discountKobo)
	const totalKobo = subtotalKobo - discountKobo + tipKobo
	const cashbackKobo = cashbackPart(draft.cashbackKobo, { totalKobo, tipKobo })
	return {
		services,
		addOns,
		durationMinutes: items.reduce((sum, item) => sum + item.durationMinutes, 0),
		subtotalKobo,
		saving: savedKobo === null ? null : saving,
		discountKobo,
		tipKobo,
		totalKobo,
		cashbackKobo,
		toPayKobo: totalKobo - cashbackKobo,
	}
}

type Sums = { totalKobo: Kobo; paidKobo: Kobo; cashbackKobo: Kobo; paidAtShopKobo?: Kobo }

/** False for a free visit: there is nothing to pay. */
export function isPaidInFull({ totalKobo, paidKobo, cashbackKobo, paidAtShopKobo = 0 }: Sums): boolean {
	return totalKobo > 0 && paidKobo + cashbackKobo + paidAtShopKobo >= totalKobo
}
