import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { CheckoutValues } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { startedPayment } from '#app/domain/payments/payment.ts'
import { removeService } from '#app/flows/booking/choose-services.server.ts'
import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import {
	type DraftWithCalendar,
	draftSearch,
	heldSearch,
	postedDays,
} from '#app/flows/booking/read-draft.server.ts'
import { bookCheckout, refuseWithOffer } from './book-checkout.server.ts'
import {
	type CheckoutAnswer,
	type CheckoutDeps,
	type CheckoutNext,
	type CheckoutPost,
	hasProblems,
	type ReadCheckoutPost,
} from './checkout-post.server.ts'
import { readCheckoutPost, readChoices, unreadPromoAttempt } from './read-checkout-post.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

type Operation = (deps: CheckoutDeps, posted: ReadCheckoutPost) => Promise<CheckoutAnswer>

const operations: Record<CheckoutValues['intent'], Operation> = {
	update: (deps, posted) => updateCheckout(deps, posted, { ifUnsaved: 'totals_not_updated' }),
	'remove-promo': (deps, posted) => updateCheckout(deps, posted),
	'add-service': (deps, posted) => updateCheckout(deps, posted, { next: 'add-service' }),
	'sign-in': (deps, posted) => updateCheckout(deps, posted, { next: 'sign-in' }),
	'edit-profile': (deps, posted) => updateCheckout(deps, posted, { next: 'edit-profile' }),
	times: (deps, posted) => updateCheckout(deps, posted, { next: 'times' }),
	'check-payment': checkPayment,
	'apply-promo': applyPromo,
	'renew-hold': renewHold,
	'hold-again': holdAgain,
	book: bookCheckout,
	'book-anyway': bookCheckout,
}

/**
 * One post of the checkout form: reads in one trip, then acts on its button. Typed values are always saved, and an
 * unclear value is refused before any other step (D68). Too many invalid promo codes of a network are refused.
 */
export async function postCheckout(deps: CheckoutDeps, post: CheckoutPost): Promise<CheckoutAnswer> {
	if (post.form.removeService !== undefined) return removePostedService(deps, post, post.form.removeService)
	const posted = await readCheckoutPost(deps, post)
	const answer = await operations[post.form.intent](deps, posted)
	if (answer.kind === 'refused')
		return answer.refusal === 'add_on_does_not_fit' ? keepFittingAddOns(deps, posted) : answer
	const leadsOn = answer.kind === 'saved' || answer.kind === 'paying'
	const { problems } = posted
	return leadsOn && hasProblems(problems) ? { kind: 'invalid', problems, showsAnew: true } : answer
}

/** `ifUnsaved` is the refusal when no answer came (C52). */
async function updateCheckout(
	deps: CheckoutDeps,
	posted: ReadCheckoutPost,
	{
		next = 'checkout',
		ifUnsaved = 'not_saved',
	}: { next?: CheckoutNext; ifUnsaved?: 'not_saved' | 'totals_not_updated' } = {},
): Promise<CheckoutAnswer> {
	const saved = await saveCheckout(deps, posted)
	if (saved.ok) {
		// Enter in the code's field acts as its button (L6).
		const { saving, discountKobo } = saved.value.quote
		const hasCode = saving !== null && 'code' in saving
		const isNew = hasCode && posted.read.priced?.draft.promoCode !== saving.code
		return { kind: 'saved', next, promoSavedKobo: isNew && next === 'checkout' ? discountKobo : null }
	}
	const refusal = saved.refusal === 'not_saved' ? ifUnsaved : saved.refusal
	return { kind: 'refused', refusal, offer: null }
}

/** Without a started payment the customer returns to checkout. */
async function checkPayment(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const saved = await updateCheckout(deps, posted)
	const payment = startedPayment(posted.read.payments)
	if (saved.kind !== 'saved' || !payment) return saved
	return { kind: 'paying', paymentReference: payment.paymentReference }
}

/** Gives the code's saving in kobo. Refuses 'promo_not_checked' when no answer came. */
async function applyPromo(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const saved = await saveCheckout(deps, posted)
	if (saved.ok) return { kind: 'saved', next: 'checkout', promoSavedKobo: saved.value.quote.discountKobo }
	const refusal = saved.refusal === 'not_saved' ? 'promo_not_checked' : saved.refusal
	return { kind: 'refused', refusal, offer: null }
}

/** Renews the hold for ten minutes, once (R8). */
async function renewHold(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const saved = await saveCheckout(deps, { ...posted, renewsHold: true })
	if (saved.ok) return { kind: 'saved', next: 'checkout', promoSavedKobo: null }
	const { draftId, startsAt, now } = posted
	return startsAt === null
		? { kind: 'refused', refusal: saved.refusal, offer: null }
		: refuseWithOffer(deps, { draftId, startsAt, now }, saved.refusal)
}

async function holdAgain(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const { draftId, startsAt, actor, networkKey, now } = posted
	const saved = await saveCheckout(deps, posted)
	if (!saved.ok) return { kind: 'refused', refusal: saved.refusal, offer: null }
	if (startsAt !== null) {
		const held = await holdSlot(deps, { draftId, startsAt, caller: { actor, networkKey }, now })
		if (!held.ok) return refuseWithOffer(deps, { draftId, startsAt, now }, held.refusal)
		if (held.value.expiresAt === null) return { kind: 'refused', refusal: 'hold_time_used', offer: null }
	}
	return { kind: 'saved', next: 'checkout', promoSavedKobo: null }
}

/**
 * Removes a service and saves the rest of the form; leads to the times when the shorter draft cannot keep its start.
 * The typed promo code counts here as well.
 */
async function removePostedService(
	deps: CheckoutDeps,
	post: CheckoutPost,
	serviceId: string,
): Promise<CheckoutAnswer> {
	const { draftId, form, now } = post
	const [customer, alongside] = await Promise.all([post.customer, unreadPromoAttempt(deps, post)])
	const { choices, problems } = readChoices(form, customer, null)
	if (hasProblems(problems)) return { kind: 'invalid', problems, showsAnew: false }
	const startsAt = form.startsAt ?? null
	const removed = await removeService(deps, { draftId, serviceId, choices, startsAt, alongside, now })
	if (!removed.ok) return { kind: 'refused', refusal: removed.refusal, offer: null }
	return { kind: 'saved', next: removed.value.keepsTime ? 'checkout' : 'times', promoSavedKobo: null }
}

/** Names the add-ons that make a held visit too long (B3), and saves the others, in the page's order. */
async function keepFittingAddOns(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const { choices, read, now } = posted
	const { priced } = read
	const before = priced?.draft.addOns.map(({ addOnId }) => addOnId) ?? []
	const chosen = priced?.shopAddOns.filter(({ addOnId }) => choices.addOnIds.includes(addOnId)) ?? []
	const added = chosen.filter(({ addOnId }) => !before.includes(addOnId))
	const fitting = priced ? fittingAddOns(priced, posted) : []
	const addOnIds = fitting.map(({ addOnId }) => addOnId)
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

/** The draft's add-ons stay; a new one stays while the visit fits. */
function fittingAddOns(priced: DraftWithCalendar, { choices, startsAt, now }: ReadCheckoutPost) {
	const { draft, hold, shopAddOns } = priced
	const isKept = (id: string) => draft.addOns.some(({ addOnId }) => addOnId === id)
	const chosen = shopAddOns.filter(({ addOnId }) => choices.addOnIds.includes(addOnId))
	let fitting = chosen.filter(({ addOnId }) => isKept(addOnId))
	for (const addOn of chosen.filter(({ addOnId }) => !isKept(addOnId))) {
		const addOns = shopAddOns.filter((one) => one === addOn || fitting.includes(one))
		const search = draftSearch({ ...priced, draft: { ...draft, addOns } }, postedDays(startsAt, now), now)
		if (hold && slotAt(heldSearch(search, hold), hold.startsAt).ok) fitting = addOns
	}
	return fitting
}
