import type { Kobo } from '#app/kernel/money.ts'
import { cashbackPart, type Saving, savingAmount } from './saving.ts'
import { type TipChoice, tipAmount } from './tip.ts'

export type PricedItem = { id: string; name: string; priceKobo: Kobo; durationMinutes: number }

/** Price and length of a draft, from the database's prices (D3). */
export type Quote = {
	services: PricedItem[]
	addOns: PricedItem[]
	durationMinutes: number
	subtotalKobo: Kobo
	/** What takes something off; null for nothing, and where it does not fit. */
	saving: Saving | null
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	/** The part of the total that cashback pays, and the rest (D36). */
	cashbackKobo: Kobo
	toPayKobo: Kobo
}

/**
 * Total = services + add-ons − saving + tip (C46), in kobo; to pay = total − cashback. `saving` can be used now;
 * where it does not fit this visit, nothing is taken off. `cashbackKobo` is what the customer has and wants to use.
 * The page runs this function too, to keep its totals live.
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

/** Whether nothing of a visit's total is left to pay. A free visit is never paid: there is nothing to pay of it. */
export function isPaidInFull({ totalKobo, paidKobo, cashbackKobo, paidAtShopKobo = 0 }: Sums): boolean {
	return totalKobo > 0 && paidKobo + cashbackKobo + paidAtShopKobo >= totalKobo
}
