import { slotAt } from '#app/domain/availability/slot-at.ts'
import {
	type DraftWithCalendar,
	heldSearch,
	postedDays,
	slotSearchOf,
} from '#app/flows/booking/read-draft.server.ts'
import type { CheckoutAnswer, CheckoutDeps, ReadCheckoutPost } from './checkout-post.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/**
 * The answer to add-ons that make a held visit too long (B3): saves the ones that fit, in the order of the page, and
 * names the rest. Refuses 'add_on_does_not_fit', with all of the new ones where the fitting ones could not be saved
 * either.
 */
export async function keepFittingAddOns(
	deps: CheckoutDeps,
	posted: ReadCheckoutPost,
): Promise<CheckoutAnswer> {
	const { choices, read, now } = posted
	const { priced } = read
	const before = priced?.draft.addOns.map(({ addOnId }) => addOnId) ?? []
	const chosen = priced?.shopAddOns.filter(({ addOnId }) => choices.addOnIds.includes(addOnId)) ?? []
	const added = chosen.filter(({ addOnId }) => !before.includes(addOnId))
	const fitting = priced ? fittingAddOns(priced, posted) : []
	const addOnIds = fitting.map(({ addOnId }) => addOnId)
	// The post has written before, with the count of its code.
	const input = { ...posted, choices: { ...choices, addOnIds }, alongside: [], now }
	const isSaved = (await saveCheckout(deps, input)).ok
	const left = isSaved ? chosen.filter(({ addOnId }) => !addOnIds.includes(addOnId)) : added
	return {
		kind: 'refused',
		refusal: 'add_on_does_not_fit',
		offer: null,
		addOnsTooLong: left.map(({ name }) => name),
	}
}

/** Add-ons of the draft stay; each new one stays when the visit still fits with it. */
function fittingAddOns(priced: DraftWithCalendar, { choices, startsAt, now }: ReadCheckoutPost) {
	const { draft, hold, shopAddOns } = priced
	const isKept = (id: string) => draft.addOns.some(({ addOnId }) => addOnId === id)
	const chosen = shopAddOns.filter(({ addOnId }) => choices.addOnIds.includes(addOnId))
	let fitting = chosen.filter(({ addOnId }) => isKept(addOnId))
	for (const addOn of chosen.filter(({ addOnId }) => !isKept(addOnId))) {
		const addOns = shopAddOns.filter((one) => one === addOn || fitting.includes(one))
		const search = slotSearchOf({ ...priced, draft: { ...draft, addOns } }, postedDays(startsAt, now), now)
		if (hold && slotAt(heldSearch(search, hold), hold.startsAt).ok) fitting = addOns
	}
	return fitting
}
