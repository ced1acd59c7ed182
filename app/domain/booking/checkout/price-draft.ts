import type { Kobo } from '#app/kernel/money.ts'
import { cashbackPart, type Saving, savingAmount } from './saving.ts'
import { type TipChoice, tipAmount } from './tip.ts'

export type PricedItem = { id: string; name: string; priceKobo: Kobo; durationMinutes: number }

/** From the database's prices (D3). */
export type Quote = {
	services: PricedItem[]
	addOns: PricedItem[]
	durationMinutes: number
	subtotalKobo: Kobo
	/** Null also where it does not fit. */
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
