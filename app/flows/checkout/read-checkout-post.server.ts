import { saysTwoTips } from '#app/domain/booking/checkout-form.server.ts'
import type { Customer } from '#app/domain/booking/customer.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
import { sameAs } from '#app/domain/loyalty/referral-check.ts'
import type { DraftWithCalendar } from '#app/flows/booking/read-draft.server.ts'
import { readForBooking } from '#app/flows/booking/read-for-booking.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { CheckoutAnswer, CheckoutDeps, CheckoutPost, ReadCheckoutPost } from './checkout-post.server.ts'
import {
	choicesOf,
	promoCodeOf,
	savingOf,
	TIP_TOO_LARGE,
	TWO_SAVINGS,
	TWO_TIPS,
} from './posted-choices.server.ts'

/**
 * What a post of checkout is decided by, in one trip (P7): who is signed in, the draft with its calendar, the customer's
 * other appointments, and earlier payments. Refuses two tips or two new savings at once, or a tip
 * that is absurdly large, with the answer itself.
 */
export async function readCheckoutPost(
	deps: CheckoutDeps,
	post: CheckoutPost,
): Promise<Outcome<ReadCheckoutPost, CheckoutAnswer>> {
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
			own: form.intent === 'book' ? { visitIds: ownAppointmentIds, actor } : undefined,
			now,
		}),
		form.paymentChoice === 'online' ? deps.payments.paymentsOfDraft(draftId) : [],
	])
	if (saysTwoTips(form)) return refused(TWO_TIPS)
	const saving = savingOf(form, customer, read.priced?.draft ?? null)
	if (!saving) return refused(TWO_SAVINGS)
	const choices = choicesOf(form, customer, saving)
	if (!choices) return refused(TIP_TOO_LARGE)
	const priced = read.priced && (await withFriendChecked(deps, read.priced, choices, customer))
	return accepted({ ...post, customer, choices, startsAt, read: { ...read, priced, payments } })
}

/**
 * A friend's code is for another person's first visit (D41). It is asked in a trip of its own, which only such a code makes;
 * the write that books decides.
 */
async function withFriendChecked(
	{ referralCodes }: Pick<CheckoutDeps, 'referralCodes'>,
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
	const isRefused =
		sameAs(friend, typedReferral.referrer) !== null ||
		(await referralCodes.hasBooked(typedReferral.shopId, friend))
	return isRefused ? { ...priced, typedReferral: { ...typedReferral, isRefused } } : priced
}
