import { startPayment } from '#app/flows/payments/start-payment.server.ts'
import { type AgreedBooking, agreedBooking } from './agreed-booking.server.ts'
import { bookAppointment } from './book-appointment.server.ts'
import type { CheckoutAnswer, CheckoutDeps, ReadCheckoutPost } from './checkout-post.server.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'
import { refuseWithOffer } from './refuse-with-offer.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/** Refusals that leave the draft as it was; all others have saved the form. */
const unsavedRefusals: readonly CheckoutRefusal[] = [
	'profile_error',
	'incomplete_profile',
	'missing_contact',
	'price_changed',
]

/**
 * Books the confirmed draft, or starts to pay for it online. Refuses what `agreedBooking`, `bookAppointment` and
 * `startPayment` refuse, and saves the form in each case.
 */
export async function bookCheckout(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const agreed = agreedBooking(posted)
	const answer = agreed.ok ? await bookOrPay(deps, posted, agreed.value) : agreed.refusal
	const isUnsaved =
		answer.kind === 'invalid' || (answer.kind === 'refused' && unsavedRefusals.includes(answer.refusal))
	if (!isUnsaved) return answer
	// An agreed booking has been tried already, which counted a typed code.
	const saved = await saveCheckout(deps, agreed.ok ? { ...posted, alongside: [] } : posted)
	if (saved.ok) return answer
	// The next page has to show the held draft, and a draft that is gone cannot be mended by filling in fields. An
	// add-on that did not fit is named before missing fields are: it is no longer ticked (B3).
	const isPriceChanged = answer.kind === 'refused' && answer.refusal === 'price_changed'
	if (isPriceChanged || saved.refusal === 'session_error' || saved.refusal === 'add_on_does_not_fit')
		return { kind: 'refused', refusal: saved.refusal, offer: null }
	return answer
}

async function bookOrPay(
	deps: CheckoutDeps,
	posted: ReadCheckoutPost,
	agreed: AgreedBooking,
): Promise<CheckoutAnswer> {
	const { draftId, read, networkKey, alongside, now } = posted
	const { contact, userId, seen, choices, paymentChoice } = agreed
	const refuse = (refusal: CheckoutRefusal) =>
		refuseWithOffer(deps, { draftId, startsAt: seen.startsAt, now }, refusal)
	const referrerEmail = read.priced?.typedReferral?.referrer.email ?? null
	const isSameDevice = referrerEmail !== null && posted.isKnownHere?.(referrerEmail) === true
	const common = { contact, userId, read, networkKey, isSameDevice, alongside, now }

	if (paymentChoice !== 'online') {
		const booked = await bookAppointment(deps, {
			...common,
			draftId,
			seen,
			onlineMinimumKobo: deps.onlinePayments?.minimumKobo ?? null,
			choices: { ...choices, paymentChoice },
		})
		return booked.ok ? { kind: 'booked', ...booked.value } : refuse(booked.refusal)
	}
	const started = await startPayment(deps, {
		...common,
		seen: { ...seen, dueKobo: agreed.seenDueKobo },
		choices: { ...choices, paymentChoice },
	})
	if (!started.ok) return refuse(started.refusal)
	const start = started.value
	return start.next === 'booked'
		? { kind: 'booked', appointmentId: start.appointmentId }
		: { kind: 'payment', ...start }
}
