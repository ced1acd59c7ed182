import { type CheckoutForm, tipOf } from '#app/domain/booking/checkout-form.server.ts'
import { checkoutProblems } from '#app/domain/booking/checkout-problems.ts'
import type { Customer } from '#app/domain/booking/customer.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
import { type AskedSaving, oneSaving } from '#app/domain/booking/saving.ts'
import type { CheckoutAnswer } from './checkout-post.server.ts'

/** The answer to a form of which `choicesOf` makes nothing. */
export const TIP_TOO_LARGE: CheckoutAnswer = {
	kind: 'invalid',
	problems: { customTip: [checkoutProblems.tipTooLarge] },
}

/** The answer to a percentage and an amount at once. */
export const TWO_TIPS: CheckoutAnswer = {
	kind: 'invalid',
	problems: { customTip: [checkoutProblems.twoTips] },
}

/** The answer to a new code and a new reward at once. */
export const TWO_SAVINGS: CheckoutAnswer = {
	kind: 'invalid',
	problems: { promoCode: [checkoutProblems.twoSavings] },
}

/** The promo code that a post asks for; '' for none. */
export function promoCodeOf(form: CheckoutForm): string {
	return form.intent === 'remove-promo' ? '' : form.promoCode
}

/**
 * The one saving that a post asks for, by what the draft had before. A guest has no rewards. Null where a code and a
 * reward are both new.
 */
export function savingOf(
	form: CheckoutForm,
	customer: Customer | null,
	before: AskedSaving | null,
): AskedSaving | null {
	const hasReward = customer !== null && form.reward !== '' && form.intent !== 'apply-promo'
	const posted = { promoCode: promoCodeOf(form), rewardId: hasReward ? form.reward : null }
	return oneSaving(posted, before ?? { ...posted, promoCode: '' })
}

/**
 * What the form says, with the contact of whoever is signed in and the saving that `savingOf` found; null for an absurdly
 * large tip.
 */
export function choicesOf(
	form: CheckoutForm,
	customer: Customer | null,
	saving: AskedSaving,
): CheckoutChoices | null {
	const tip = tipOf(form)
	const { firstName, lastName, email, phone } = customer ?? form
	return (
		tip && {
			contact: { firstName, lastName, email: email ?? '', phone: phone ?? '' },
			visitorName: form.visitorName,
			customerNote: form.customerNote,
			...saving,
			usesCashback: customer !== null && form.usesCashback !== undefined,
			tip,
			paymentChoice: form.paymentChoice ?? null,
			addOnIds: form.addOns,
		}
	)
}
