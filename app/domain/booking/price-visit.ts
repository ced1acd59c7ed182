import type { Kobo } from '#app/kernel/money.ts'
import { type DiscountRule, discountAmount } from './promo-code.ts'
import { type TipChoice, tipAmount } from './tip.ts'

export type PricedItem = { id: string; name: string; priceKobo: Kobo; durationMinutes: number }

/** What a visit costs and how long it takes, from the database's prices (decision D3). */
export type Quote = {
	services: PricedItem[]
	addOns: PricedItem[]
	durationMinutes: number
	subtotalKobo: Kobo
	/** The code that takes something off; null when none was given or the given one is not valid. */
	promo: { id: string; code: string } | null
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
}

/**
 * Total = services + add-ons − discount + tip (spec 1 §5). `promo` is a code that counts now; under its minimum it takes
 * nothing off. Pure and small: the page runs it too, to keep its totals live.
 */
export function priceVisit(visit: {
	services: PricedItem[]
	addOns: PricedItem[]
	promo: (DiscountRule & { id: string; code: string }) | null
	tip: TipChoice
}): Quote {
	const items = [...visit.services, ...visit.addOns]
	const subtotalKobo = items.reduce((sum, item) => sum + item.priceKobo, 0)
	const discountKobo = visit.promo ? discountAmount(visit.promo, subtotalKobo) : null
	const tipKobo = tipAmount(visit.tip, subtotalKobo - (discountKobo ?? 0))
	return {
		services: visit.services,
		addOns: visit.addOns,
		durationMinutes: items.reduce((sum, item) => sum + item.durationMinutes, 0),
		subtotalKobo,
		promo: visit.promo && discountKobo !== null ? { id: visit.promo.id, code: visit.promo.code } : null,
		discountKobo: discountKobo ?? 0,
		tipKobo,
		totalKobo: subtotalKobo - (discountKobo ?? 0) + tipKobo,
	}
}
