import type { CheckoutValues } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { applyPromo } from './apply-promo.server.ts'
import { bookCheckout } from './book-checkout.server.ts'
import { checkPayment } from './check-payment.server.ts'
import {
	type CheckoutAnswer,
	type CheckoutDeps,
	type CheckoutPost,
	hasProblems,
	type ReadCheckoutPost,
} from './checkout-post.server.ts'
import { holdAgain } from './hold-again.server.ts'
import { keepFittingAddOns } from './keep-fitting-add-ons.server.ts'
import { readCheckoutPost } from './read-checkout-post.server.ts'
import { removePostedService } from './remove-posted-service.server.ts'
import { renewHold } from './renew-hold.server.ts'
import { updateCheckout } from './update-checkout.server.ts'

type Operation = (deps: CheckoutDeps, posted: ReadCheckoutPost) => Promise<CheckoutAnswer>

/** One operation for each button of checkout. */
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
 * One post of the checkout form: reads all it needs in one trip, then acts on its button. Typed values are saved in
 * every case, and an unclear value is asked about before any other step (D68). Promo codes that are not valid count
 * against the network, and too many of them are refused ('promo_rate_limited').
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
