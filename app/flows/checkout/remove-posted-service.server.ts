import { removeService } from '#app/flows/booking/remove-service.server.ts'
import {
	type CheckoutAnswer,
	type CheckoutDeps,
	type CheckoutPost,
	hasProblems,
} from './checkout-post.server.ts'
import { readChoices } from './posted-choices.server.ts'
import { unreadPromoAttempt } from './promo-rate-limit.server.ts'

/**
 * Takes a service out of the draft and saves what else was typed; leads to the times when the shorter draft cannot
 * keep its start. Asks about what `readChoices` asks about, and refuses what `removeService` refuses. The typed promo
 * code is saved too, so its rate limit holds here as well.
 */
export async function removePostedService(
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
