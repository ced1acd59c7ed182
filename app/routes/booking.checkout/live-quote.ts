import { priceDraft, type Quote } from '#app/domain/booking/price-draft.ts'
import { NO_TIP, parseCustomTip, type TipChoice } from '#app/domain/booking/tip.ts'
import type { CheckoutView } from './checkout-view.server.ts'

/** What changes the price, as the fields say it. */
export type LiveChoices = { addOnIds: readonly string[]; tip: string; customTip: string }

/** The price of what is ticked right now, by the very rule that the server prices with. It only informs. */
export function liveQuote(view: CheckoutView, { addOnIds, tip, customTip }: LiveChoices): Quote {
	return priceDraft({
		services: view.services,
		addOns: view.addOns.filter((addOn) => addOnIds.includes(addOn.id)),
		promo: view.promo,
		tip: tipChoice(tip, customTip),
	})
}

function tipChoice(tip: string, customTip: string): TipChoice {
	if (tip === 'custom') return { kind: 'custom', percent: 0, customKobo: parseCustomTip(customTip) ?? 0 }
	const percent = Number(tip)
	return Number.isInteger(percent) && percent > 0 ? { kind: 'percent', percent, customKobo: 0 } : NO_TIP
}
