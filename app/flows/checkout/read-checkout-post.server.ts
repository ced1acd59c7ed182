import { isBooking } from '#app/domain/booking/checkout/checkout-form.server.ts'
import type { Customer } from '#app/domain/booking/customer/customer.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { sameAs } from '#app/domain/loyalty/referral-check.ts'
import type { DraftWithCalendar } from '#app/flows/booking/read-draft.server.ts'
import { readForBooking } from '#app/flows/booking/read-for-booking.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { CheckoutDeps, CheckoutPost, ReadCheckoutPost } from './checkout-post.server.ts'
import { promoCodeOf, readChoices } from './posted-choices.server.ts'
import { promoAttempt } from './promo-rate-limit.server.ts'

/**
 * What a post of checkout is decided by, in one trip (P7): who is signed in, the draft with its calendar, the
 * customer's other appointments, and earlier payments.
 */
export async function readCheckoutPost(deps: CheckoutDeps, post: CheckoutPost): Promise<ReadCheckoutPost> {
	const { draftId, form, actor, ownAppointmentIds, now } = post
	const startsAt = form.startsAt ?? null
	const [customer, read, payments] = await Promise.all([
		post.customer,
		readForBooking(deps, {
			draftId,
			startsAt,
			promoCode: promoCodeOf(form),
			actor,
			contact: { email: form.email, phone: form.phone },
			own: isBooking(form) ? { appointmentIds: ownAppointmentIds, actor } : undefined,
			now,
		}),
		form.paymentChoice === 'online' || form.intent === 'check-payment'
			? deps.payments.attempts.paymentsOfDraft(draftId)
			: [],
	])
	const { choices, problems } = readChoices(form, customer, read.priced?.draft ?? null)
	const priced = read.priced && (await withFriendChecked(deps, read.priced, choices, customer))
	const posted = { ...post, customer, choices, problems, startsAt, read: { ...read, priced, payments } }
	return { ...posted, alongside: promoAttempt(deps, posted) }
}

/**
 * A friend's code is for another person's first visit (D41). It is asked in a trip of its own, which only such a code
 * makes; the write that books decides.
 */
async function withFriendChecked(
	{ loyalty: { referralCodes } }: Pick<CheckoutDeps, 'loyalty'>,
	priced: DraftWithCalendar,
	{ contact }: CheckoutChoices,
	customer: Customer | null,
): Promise<DraftWithCalendar> {
	const { typedReferral } = priced
	if (!typedReferral) return priced
	const friend = {
		userId: customer?.userId ?? null,
		email: parseEmail(contact.email),
		phone: parsePhone(contact.phone),
	}
	const same = sameAs(friend, typedReferral.referrer)
	const isRefused = same !== null || (await referralCodes.hasBooked(typedReferral.shopId, friend))
	// A typed e-mail or number is no proof: whose code it is, is said to its own account alone.
	const isOwn = same === 'same_account'
	return isRefused ? { ...priced, typedReferral: { ...typedReferral, isRefused, isOwn } } : priced
}
