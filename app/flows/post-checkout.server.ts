import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import {
	type CheckoutForm,
	type FieldProblems,
	readGuestContact,
	tipOf,
} from '#app/domain/booking/checkout-form.server.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type BookAppointmentDeps, bookAppointment } from './book-appointment.server.ts'
import { type OtherTimes, offerOtherTimes } from './offer-other-times.server.ts'
import { type SaveCheckoutDeps, saveCheckout } from './save-checkout.server.ts'

export type CheckoutAnswer =
	| { kind: 'booked'; appointmentId: string }
	/** Saved; with what a promo code that was just applied takes off. */
	| { kind: 'saved'; promoSavedKobo: Kobo | null }
	/** Fields to mend before anything can be booked; what was typed is saved. */
	| { kind: 'invalid'; problems: FieldProblems }
	/** Refused; with other times where the chosen one is gone. */
	| { kind: 'refused'; refusal: BookingRefusal; offer: OtherTimes | null }

/** The refusals that other times answer. */
const timeIsGone: readonly BookingRefusal[] = ['slot_taken', 'slot_past', 'slot_outside_hours']

/** One post of the checkout form: saves what was typed in every case, and books when that was asked. */
export async function postCheckout(
	deps: SaveCheckoutDeps & BookAppointmentDeps,
	input: { draftId: string; form: CheckoutForm; now: Instant },
): Promise<CheckoutAnswer> {
	const { draftId, form, now } = input
	const tip = tipOf(form)
	if (tip === null)
		return { kind: 'invalid', problems: { customTip: ['Invalid Amount: a tip is at most ₦1,000,000.'] } }
	const { firstName, lastName, email, phone } = form
	const choices: CheckoutChoices = {
		contact: { firstName, lastName, email, phone },
		promoCode: form.promoCode,
		tip,
		paymentChoice: form.paymentChoice ?? null,
		addOnIds: form.addOns,
	}
	const startsAt = form.startsAt ?? null
	const save = () =>
		saveCheckout(deps, { draftId, choices, startsAt, renewsHold: form.intent === 'renew-hold', now })

	if (form.intent !== 'book') {
		const saved = await save()
		if (!saved.ok) return { kind: 'refused', refusal: saved.refusal, offer: null }
		return {
			kind: 'saved',
			promoSavedKobo: form.intent === 'apply-promo' ? saved.value.quote.discountKobo : null,
		}
	}

	const guest = readGuestContact(choices.contact)
	const { paymentChoice, seenTotalKobo } = form
	if (!guest.ok || paymentChoice === undefined || startsAt === null || seenTotalKobo === undefined) {
		const saved = await save()
		// A draft that is gone cannot be mended by filling in fields.
		if (!saved.ok && saved.refusal === 'session_error')
			return { kind: 'refused', refusal: saved.refusal, offer: null }
		return {
			kind: 'invalid',
			problems: {
				...(guest.ok ? {} : guest.problems),
				...(paymentChoice ? {} : { paymentChoice: ['Missing Payment Method: choose how you will pay.'] }),
				...(startsAt === null ? { startsAt: ['Missing Date/Time: choose a date and a time.'] } : {}),
				...(seenTotalKobo === undefined
					? { seenTotalKobo: ['Missing Required Data: open checkout again.'] }
					: {}),
			},
		}
	}
	const booked = await bookAppointment(deps, {
		draftId,
		choices: { ...choices, paymentChoice },
		contact: guest.contact,
		seen: { startsAt, totalKobo: seenTotalKobo },
		now,
	})
	if (booked.ok) return { kind: 'booked', appointmentId: booked.value.appointmentId }
	const offersTimes = timeIsGone.includes(booked.refusal)
	const offer = offersTimes ? await offerOtherTimes(deps, { draftId, wishedStartAt: startsAt, now }) : null
	return { kind: 'refused', refusal: booked.refusal, offer }
}
