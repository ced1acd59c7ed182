import { type CheckoutForm, tipOf } from '#app/domain/booking/checkout-form.server.ts'
import { checkoutProblems } from '#app/domain/booking/checkout-problems.ts'
import type { Customer } from '#app/domain/booking/customer.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
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

/** The promo code that a post asks for; '' for none. */
export function promoCodeOf(form: CheckoutForm): string {
	return form.intent === 'remove-promo' ? '' : form.promoCode
}

/** What the form says, with the contact of whoever is signed in; null for an absurdly large tip. */
export function choicesOf(form: CheckoutForm, customer: Customer | null): CheckoutChoices | null {
	const tip = tipOf(form)
	const { firstName, lastName, email, phone } = customer ?? form
	return (
		tip && {
			contact: { firstName, lastName, email: email ?? '', phone: phone ?? '' },
			promoCode: promoCodeOf(form),
			tip,
			paymentChoice: form.paymentChoice ?? null,
			addOnIds: form.addOns,
		}
	)
}
