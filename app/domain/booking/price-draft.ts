import type { Kobo } from '#app/kernel/money.ts'
import { type DiscountRule, discountAmount } from './promo-code.ts'
import { type TipChoice, tipAmount } from './tip.ts'

export type PricedItem = { id: string; name: string; priceKobo: Kobo; durationMinutes: number }

/** Price and length of a draft, from the database's prices (D3). */
export type Quote = {
	services: PricedItem[]
	addOns: PricedItem[]
	durationMinutes: number
	subtotalKobo: Kobo
	/** The code that takes something off; null without a valid code. */
	promo: { id: string; code: string } | null
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
}

/**
 * Total = services + add-ons − discount + tip (C46), in kobo. `promo` is a code that can be used now; under its minimum
 * the discount is 0. The page runs this function too, to keep its totals live.
 */
export function priceDraft(draft: {
	services: PricedItem[]
	addOns: PricedItem[]
	promo: (DiscountRule & { id: string; code: string }) | null
	tip: TipChoice
}): Quote {
	const items = [...draft.services, ...draft.addOns]
	const subtotalKobo = items.reduce((sum, item) => sum + item.priceKobo, 0)
	const discountKobo = draft.promo ? discountAmount(draft.promo, subtotalKobo) : null
	const tipKobo = tipAmount(draft.tip, subtotalKobo - (discountKobo ?? 0))
	return {
		services: draft.services,
		addOns: draft.addOns,
		durationMinutes: items.reduce((sum, item) => sum + item.durationMinutes, 0),
		subtotalKobo,
		promo: draft.promo && discountKobo !== null ? { id: draft.promo.id, code: draft.promo.code } : null,
		discountKobo: discountKobo ?? 0,
		tipKobo,
		totalKobo: subtotalKobo - (discountKobo ?? 0) + tipKobo,
	}
}
