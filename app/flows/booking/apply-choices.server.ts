import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { Draft } from '#app/domain/booking/draft/draft.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type DraftWithCalendar, quoteOf } from './read-draft.server.ts'

/** The draft with the posted choices, and its price. Add-ons of other shops are dropped. */
export function applyChoices(
	priced: DraftWithCalendar,
	choices: CheckoutChoices,
	now: Instant,
): { draft: Draft; quote: Quote } {
	const { addOnIds, ...rest } = choices
	const addOns = priced.shopAddOns.filter((addOn) => addOnIds.includes(addOn.addOnId))
	const draft: Draft = { ...priced.draft, ...rest, addOns }
	const hasCode = choices.promoCode !== ''
	const promo = hasCode ? priced.typedPromo : null
	const referral = hasCode ? priced.typedReferral : null
	return { draft, quote: quoteOf(draft, { promo, referral, savings: priced.savings }, now) }
}

/** Whether the add-ons of two versions of a draft differ in minutes. */
export function changesLength(before: Draft, after: Draft): boolean {
	const minutes = (draft: Draft) => draft.addOns.reduce((sum, addOn) => sum + addOn.durationMinutes, 0)
	return minutes(before) !== minutes(after)
}
