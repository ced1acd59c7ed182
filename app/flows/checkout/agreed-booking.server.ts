import { readGuestContact } from '#app/domain/booking/checkout-form.server.ts'
import { checkoutProblems } from '#app/domain/booking/checkout-problems.ts'
import { profileProblem } from '#app/domain/booking/customer.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { CheckoutAnswer, ReadCheckoutPost } from './checkout-post.server.ts'

/** What a customer has agreed to by confirming: everything that a booking needs to be complete. */
export type AgreedBooking = Exclude<ReturnType<typeof agreedBooking>, { ok: false }>['value']

/**
 * What was confirmed. Refuses with the answer itself: 'profile_error' when the page showed a profile and its session has
 * ended since, what `profileProblem` says of a profile, or the fields that are missing.
 */
export function agreedBooking({ form, customer, choices, startsAt }: ReadCheckoutPost) {
	// Better said than booked as a guest without a name.
	const signedOutMeanwhile = form.isSignedIn ? ('profile_error' as const) : null
	const problem = customer ? profileProblem(customer) : signedOutMeanwhile
	if (problem !== null) return refusedWith({ kind: 'refused', refusal: problem, offer: null })

	const guest = customer ? ({ ok: true, contact: customer } as const) : readGuestContact(choices.contact)
	const { paymentChoice, seenTotalKobo, seenCashbackKobo: cashbackKobo = 0 } = form
	if (guest.ok && paymentChoice !== undefined && startsAt !== null && seenTotalKobo !== undefined)
		return accepted({
			contact: guest.contact,
			userId: customer?.userId ?? null,
			choices,
			paymentChoice,
			seen: { startsAt, totalKobo: seenTotalKobo, cashbackKobo },
			seenDueKobo: form.seenDueKobo ?? seenTotalKobo - cashbackKobo,
		})
	return refusedWith({
		kind: 'invalid',
		problems: {
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
