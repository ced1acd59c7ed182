import { NO_TIP, parseCustomTip, priceDraft, type Quote, type TipChoice } from '#app/domain/booking/checkout/price-draft.ts'
import type { CheckoutView } from './checkout-view.server.ts'

/** What changes the price, as the fields say it. */
export type LiveChoices = {
	addOnIds: readonly string[]
	reward: string
	usesCashback: boolean
	tip: string
	customTip: string
}

/** The price of the choices ticked right now, by the very rule that the server prices with. It only informs. */
export function liveQuote(view: CheckoutView, choices: LiveChoices): Quote {
	const { addOnIds, usesCashback, tip, customTip } = choices
	// A code is in the view only when it was applied before: a reward that is ticked now takes its place, as
	// `oneSaving` says.
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
		// An amount that is not understood is asked about with the next post.
		return { kind: 'custom', percent: 0, customKobo: typed.ok ? typed.value : 0 }
	}
	const percent = Number(tip)
	return Number.isInteger(percent) && percent > 0 ? { kind: 'percent', percent, customKobo: 0 } : NO_TIP
}
