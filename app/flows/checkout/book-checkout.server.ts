import { checkoutProblems, readGuestContact } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { profileProblem } from '#app/domain/booking/customer/customer-refusal.ts'
import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { offerOtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import type { ReadDraftDeps } from '#app/flows/booking/read-draft.server.ts'
import { startPayment } from '#app/flows/payments/start-payment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { bookAppointment } from './book-appointment.server.ts'
import {
	type CheckoutAnswer,
	type CheckoutDeps,
	type CheckoutRefusal,
	hasProblems,
	type ReadCheckoutPost,
} from './checkout-post.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/** These refusals leave the form unsaved. */
const unsavedRefusals: readonly CheckoutRefusal[] = [
	'profile_error',
	'incomplete_profile',
	'missing_contact',
	'price_changed',
]

/** Books the confirmed draft, or starts its online payment, and saves the form on a refusal. */
export async function bookCheckout(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const agreed = agreedBooking(posted)
	const answer = agreed.ok ? await bookOrPay(deps, posted, agreed.value) : agreed.refusal
	const isUnsaved =
		answer.kind === 'invalid' || (answer.kind === 'refused' && unsavedRefusals.includes(answer.refusal))
	if (!isUnsaved) return answer
	// The booking has counted the typed code.
	const saved = await saveCheckout(deps, agreed.ok ? { ...posted, alongside: [] } : posted)
	if (saved.ok) return answer
	// A lost draft cannot be mended by filling in fields. An unfitting add-on is named before missing fields: it is no
	// longer ticked (B3).
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

type AgreedBooking = Exclude<ReturnType<typeof agreedBooking>, { ok: false }>['value']

/**
 * The confirmed booking. Refuses with the answer: 'profile_error' when the session has ended since the page, what
 * `profileProblem` refuses, or the fields that are missing or unclear.
 */
function agreedBooking({ form, customer, choices, problems, startsAt }: ReadCheckoutPost) {
	// The session has ended, and the form has no guest's name.
	const signedOutMeanwhile = form.isSignedIn ? ('profile_error' as const) : null
	const problem = customer ? profileProblem(customer) : signedOutMeanwhile
	if (problem !== null) return refused<CheckoutAnswer>({ kind: 'refused', refusal: problem, offer: null })

	const guest = customer ? ({ ok: true, contact: customer } as const) : readGuestContact(choices.contact)
	const { paymentChoice, seenTotalKobo, seenCashbackKobo: cashbackKobo = 0 } = form
	const overlapIds = form.intent === 'book-anyway' ? form.seenOverlaps : []
	const isComplete = guest.ok && paymentChoice !== undefined && startsAt !== null
	if (isComplete && seenTotalKobo !== undefined && !hasProblems(problems))
		return accepted({
			contact: guest.contact,
			userId: customer?.userId ?? null,
			choices,
			paymentChoice,
			seen: { startsAt, totalKobo: seenTotalKobo, cashbackKobo, overlapIds },
			seenDueKobo: form.seenDueKobo ?? seenTotalKobo - cashbackKobo,
		})
	return refused<CheckoutAnswer>({
		kind: 'invalid',
		showsAnew: false,
		// All problems at once, to save page loads.
		problems: {
			...problems,
			...(startsAt === null ? { startsAt: [checkoutProblems.startsAt] } : {}),
			...(paymentChoice ? {} : { paymentChoice: [checkoutProblems.paymentChoice] }),
			...(guest.ok ? {} : guest.problems),
			...(seenTotalKobo === undefined ? { seenTotalKobo: [checkoutProblems.seenTotalKobo] } : {}),
		},
	})
}

/** The refusal; with other times where the chosen one is gone (C37). */
export async function refuseWithOffer(
	deps: ReadDraftDeps,
	{ draftId, startsAt, now }: { draftId: string; startsAt: Instant; now: Instant },
	refusal: CheckoutRefusal,
): Promise<CheckoutAnswer> {
	const offer = isSlotConflict(refusal)
		? await offerOtherTimes(deps, { draftId, requestedStartAt: startsAt, now })
		: null
	return { kind: 'refused', refusal, offer }
}
