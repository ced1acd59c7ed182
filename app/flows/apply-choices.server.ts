import type { Draft } from '#app/domain/booking/draft.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
import type { Quote } from '#app/domain/booking/price-visit.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { quoteOf, type VisitWithCalendar } from './read-visit.server.ts'

/** The draft as it would be with what was just posted, and what it would cost. Add-ons of other shops are dropped. */
export function applyChoices(
	visit: VisitWithCalendar,
	choices: CheckoutChoices,
	now: Instant,
): { draft: Draft; quote: Quote } {
	const { addOnIds, ...rest } = choices
	const addOns = visit.shopAddOns.filter((addOn) => addOnIds.includes(addOn.addOnId))
	const draft: Draft = { ...visit.draft, ...rest, addOns }
	return { draft, quote: quoteOf(draft, choices.promoCode === '' ? null : visit.typedPromo, now) }
}

/** True when the add-ons change how long the visit takes. */
export function changesLength(before: Draft, after: Draft): boolean {
	const minutes = (draft: Draft) => draft.addOns.reduce((sum, addOn) => sum + addOn.durationMinutes, 0)
	return minutes(before) !== minutes(after)
}
