import {
	type CheckoutValues,
	checkoutProblems,
	type FieldProblems,
	saysTwoTips,
	tipOf,
} from '#app/domain/booking/checkout/checkout-form.server.ts'
import { type AskedSaving, oneSaving } from '#app/domain/booking/checkout/saving.ts'
import { NO_TIP, type TipChoice } from '#app/domain/booking/checkout/tip.ts'
import type { Customer } from '#app/domain/booking/customer/customer.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { forEachNote } from '#app/kernel/booking-notes.ts'

/** What the draft had before a post. */
type Before = AskedSaving & { tip: TipChoice }

/** The promo code that a post asks for; '' for none. */
export function promoCodeOf(form: CheckoutValues): string {
	return form.intent === 'remove-promo' ? '' : form.promoCode
}

/**
 * The one saving that a post asks for, by what the draft had before. A guest has no rewards. Null where a code and a
 * reward are both new.
 */
function savingOf(
	form: CheckoutValues,
	customer: Customer | null,
	before: AskedSaving | null,
): AskedSaving | null {
	const hasReward = customer !== null && form.reward !== '' && form.intent !== 'apply-promo'
	const posted = { promoCode: promoCodeOf(form), rewardId: hasReward ? form.reward : null }
	return oneSaving(posted, before ?? { ...posted, promoCode: '' })
}

function tipProblem(form: CheckoutValues, tip: ReturnType<typeof tipOf>): string | null {
	if (saysTwoTips(form)) return checkoutProblems.twoTips
	if (tip.ok) return null
	return tip.refusal === 'too_large' ? checkoutProblems.tipTooLarge : checkoutProblems.tipNoNumber
}

/**
 * What the form says, with the contact of the signed-in customer, and what of it has to be asked about: two tips or
 * two new savings at once, and a tip that is not understood (D68). Of that the draft keeps what it had, so that
 * nothing else is lost.
 */
export function readChoices(
	form: CheckoutValues,
	customer: Customer | null,
	before: Before | null,
): { choices: CheckoutChoices; problems: FieldProblems } {
	const saving = savingOf(form, customer, before)
	const tip = tipOf(form)
	const problem = tipProblem(form, tip)
	const { firstName, lastName, email, phone } = customer ?? form
	return {
		choices: {
			contact: { firstName, lastName, email: email ?? '', phone: phone ?? '' },
			bookingNotes: forEachNote((name) => form[name]),
			promoCode: (saving ?? before)?.promoCode ?? '',
			rewardId: (saving ?? before)?.rewardId ?? null,
			usesCashback: customer !== null && form.usesCashback !== undefined,
			tip: tip.ok && problem === null ? tip.value : (before?.tip ?? NO_TIP),
			paymentChoice: form.paymentChoice ?? null,
			addOnIds: form.addOns,
		},
		problems: {
			...(saving === null ? { promoCode: [checkoutProblems.twoSavings] } : {}),
			...(problem === null ? {} : { customTip: [problem] }),
		},
	}
}
