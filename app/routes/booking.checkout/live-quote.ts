import { priceDraft, type Quote } from '#app/domain/booking/checkout/price-draft.ts'
import { NO_TIP, parseCustomTip, type TipChoice } from '#app/domain/booking/checkout/tip.ts'
import type { CheckoutView } from './checkout-view.server.ts'

/** What changes the price, as the fields hold it. */
export type LiveChoices = {
	addOnIds: readonly string[]
	reward: string
	usesCashback: boolean
	tip: string
	customTip: string
}

/** The price of the ticked choices, by the server's own rule. It only informs. */
export function liveQuote(view: CheckoutView, choices: LiveChoices): Quote {
	const { addOnIds, usesCashback, tip, customTip } = choices
	// The view has a code only if it was applied. A ticked reward replaces it, as `oneSaving` says.
	const reward = view.savings?.rewards.find(({ id }) => id === choices.reward)
	return priceDraft({
		services: view.services,
		addOns: view.addOns.filter((addOn) => addOnIds.includes(addOn.id)),
		saving: reward ?? view.promo?.saving ?? null,
		cashbackKobo: usesCashback ? (view.savings?.cashbackKobo ?? 0) : 0,
		tip: tipChoice(tip, customTip),
	})
}

function tipChoice(tip: string, customTip: string): TipChoice {
	if (tip === 'custom') {
		const typed = parseCustomTip(customTip)
		// The next post asks about an amount that cannot be read.
		return { kind: 'custom', percent: 0, customKobo: typed.ok ? typed.value : 0 }
	}
	const percent = Number(tip)
	return Number.isInteger(percent) && percent > 0 ? { kind: 'percent', percent, customKobo: 0 } : NO_TIP
}
