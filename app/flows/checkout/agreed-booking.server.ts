import { checkoutProblems, readGuestContact } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { profileProblem } from '#app/domain/booking/customer/customer.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { type CheckoutAnswer, hasProblems, type ReadCheckoutPost } from './checkout-post.server.ts'

/** What a customer has agreed to by confirming: everything that a booking needs to be complete. */
export type AgreedBooking = Exclude<ReturnType<typeof agreedBooking>, { ok: false }>['value']

/**
 * The confirmed booking. Refuses with the answer itself: 'profile_error' when the page showed a profile and its
 * session has ended since, what `profileProblem` says of a profile, or the fields that are missing or were not
 * understood.
 */
export function agreedBooking({ form, customer, choices, problems, startsAt }: ReadCheckoutPost) {
	// Better said than booked as a guest without a name.
	const signedOutMeanwhile = form.isSignedIn ? ('profile_error' as const) : null
	const problem = customer ? profileProblem(customer) : signedOutMeanwhile
	if (problem !== null) return refusedWith({ kind: 'refused', refusal: problem, offer: null })

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
	return refusedWith({
		kind: 'invalid',
		showsAnew: false,
		// All of them at once: each further round is a page more to load.
		problems: {
			...problems,
			...(startsAt === null ? { startsAt: [checkoutProblems.startsAt] } : {}),
			...(paymentChoice ? {} : { paymentChoice: [checkoutProblems.paymentChoice] }),
			...(guest.ok ? {} : guest.problems),
			...(seenTotalKobo === undefined ? { seenTotalKobo: [checkoutProblems.seenTotalKobo] } : {}),
		},
	})
}

function refusedWith(answer: CheckoutAnswer) {
	return refused(answer)
}
