import { type BookingRefusal, conflicts } from '#app/domain/booking/booking-refusal.ts'
import {
	type CheckoutForm,
	type FieldProblems,
	readGuestContact,
	tipOf,
} from '#app/domain/booking/checkout-form.server.ts'
import { type Customer, profileProblem } from '#app/domain/booking/customer.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { Guess, GuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import { type BookAppointmentDeps, bookAppointment } from './book-appointment.server.ts'
import { type HoldSlotDeps, holdSlot } from './hold-slot.server.ts'
import { type ReadForBooking, readForBooking } from './judge-booking.server.ts'
import { type OtherTimes, offerOtherTimes } from './offer-other-times.server.ts'
import type { PaymentStart } from './open-payment-page.server.ts'
import type { VisitWithCalendar } from './read-visit.server.ts'
import { type RemoveServiceDeps, removeService } from './remove-service.server.ts'
import { type SaveCheckoutDeps, saveCheckout } from './save-checkout.server.ts'
import { type StartPaymentDeps, startPayment } from './start-payment.server.ts'

export type PostCheckoutDeps = SaveCheckoutDeps &
	BookAppointmentDeps &
	HoldSlotDeps &
	RemoveServiceDeps &
	StartPaymentDeps & { guesses: Pick<GuessRepository, 'countTry' | 'pausedUntil'> }

export type CheckoutAnswer =
	| { kind: 'booked'; appointmentId: string }
	/** To be paid online: the customer goes to Paystack's page, or to what an earlier payment has become. */
	| ({ kind: 'payment' } & Exclude<PaymentStart, { next: 'booked' }>)
	/** Saved, and where that leads; with what a promo code that was just applied takes off. */
	| { kind: 'saved'; next: 'checkout' | 'add-service' | 'times'; promoSavedKobo: Kobo | null }
	/** Fields to mend before anything can be booked; what was typed is saved. */
	| { kind: 'invalid'; problems: FieldProblems }
	/** Refused; with other times where the chosen one is gone. */
	| { kind: 'refused'; refusal: BookingRefusal; offer: OtherTimes | null }

export type CheckoutPost = {
	draftId: string
	form: CheckoutForm
	/** Who is signed in, being read: then the contact is their profile's, whatever was typed. */
	customer: Promise<Customer | null>
	actor: Actor | null
	/** The visits that this browser made before. */
	ownVisitIds: readonly string[]
	networkKey: string | null
	now: Instant
}

/**
 * One post of the checkout form: saves what was typed in every case, and books when that was asked. Promo codes that do
 * not count are counted by network, and too many of them are refused ('too_many_guesses').
 */
export async function postCheckout(deps: PostCheckoutDeps, post: CheckoutPost): Promise<CheckoutAnswer> {
	const { form, networkKey, now } = post
	if (form.promoCode === '' || networkKey === null) return answerTo(deps, post)
	const guess: Guess = { kind: 'promo-network', subject: networkKey }
	// Asked in the same turn as the visit, so that both are one trip; nothing is written before it is known.
	const pausedUntil = deps.guesses.pausedUntil(guess, now)
	const [paused, answer] = await Promise.all([
		pausedUntil,
		answerTo({ ...deps, writeBatch: writingUnlessPaused(deps.writeBatch, pausedUntil) }, post).catch(
			(error) => {
				if (error instanceof TooManyGuesses) return null
				throw error
			},
		),
	])
	if (paused !== null || answer === null) return { kind: 'refused', refusal: 'too_many_guesses', offer: null }
	if (answer.kind === 'refused' && answer.refusal === 'promo_not_valid')
		await deps.writeBatch([deps.guesses.countTry(guess, now)])
	return answer
}

class TooManyGuesses extends Error {}

function writingUnlessPaused(writeBatch: WriteBatch, pausedUntil: Promise<Instant | null>): WriteBatch {
	return async (statements) => {
		if ((await pausedUntil) !== null) throw new TooManyGuesses()
		return writeBatch(statements)
	}
}

async function answerTo(deps: PostCheckoutDeps, post: CheckoutPost): Promise<CheckoutAnswer> {
	const { draftId, form, actor, ownVisitIds, now } = post
	if (form.removeService !== undefined) {
		const choices = choicesOf(form, await post.customer)
		return choices ? removeFromVisit(deps, post, choices, form.removeService) : tipTooLarge
	}
	// Asked in one turn, so that who is signed in and what they book are one trip.
	const [customer, read, payments] = await Promise.all([
		post.customer,
		readForBooking(deps, {
			draftId,
			startsAt: form.startsAt ?? null,
			promoCode: promoCodeOf(form),
			actor: form.isSignedIn ? actor : null,
			contact: { email: form.email, phone: form.phone },
			own: form.intent === 'book' ? { visitIds: ownVisitIds, actor } : undefined,
			now,
		}),
		form.paymentChoice === 'online' ? deps.payments.paymentsOfDraft(draftId) : [],
	])
	const choices = choicesOf(form, customer)
	if (!choices) return tipTooLarge
	if (form.intent === 'book' || form.intent === 'book-anyway')
		return book(deps, post, choices, customer, { ...read, payments })
	return save(deps, post, choices, read.visit)
}

const tipTooLarge: CheckoutAnswer = {
	kind: 'invalid',
	problems: { customTip: ['Invalid Amount: a tip is at most ₦1,000,000.'] },
}

function promoCodeOf(form: CheckoutForm): string {
	return form.intent === 'remove-promo' ? '' : form.promoCode
}

/** What the form says, with the contact of whoever is signed in; null for an absurdly large tip. */
function choicesOf(form: CheckoutForm, customer: Customer | null): CheckoutChoices | null {
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

async function save(
	deps: PostCheckoutDeps,
	{ draftId, form, networkKey, now }: CheckoutPost,
	choices: CheckoutChoices,
	visit: VisitWithCalendar | null,
): Promise<CheckoutAnswer> {
	const startsAt = form.startsAt ?? null
	const renewsHold = form.intent === 'renew-hold'
	const saved = await saveCheckout(deps, { draftId, choices, startsAt, renewsHold, visit, now })
	if (!saved.ok) return { kind: 'refused', refusal: refusalOfSave(form.intent, saved.refusal), offer: null }
	if (form.intent === 'hold-again' && startsAt !== null) {
		const held = await holdSlot(deps, { draftId, startsAt, networkKey, now })
		if (!held.ok) return refusedWithOffer(deps, { draftId, refusal: held.refusal, startsAt, now })
	}
	return {
		kind: 'saved',
		next: form.intent === 'add-service' ? 'add-service' : 'checkout',
		promoSavedKobo: form.intent === 'apply-promo' ? saved.value.quote.discountKobo : null,
	}
}

/** Words for what was asked for and could not be written (spec 1 §8). */
const unsaved: Partial<Record<CheckoutForm['intent'], BookingRefusal>> = {
	update: 'totals_not_updated',
	'apply-promo': 'promo_not_checked',
}

function refusalOfSave(intent: CheckoutForm['intent'], refusal: BookingRefusal): BookingRefusal {
	return refusal === 'not_saved' ? (unsaved[intent] ?? refusal) : refusal
}

async function removeFromVisit(
	deps: PostCheckoutDeps,
	{ draftId, form, now }: CheckoutPost,
	choices: CheckoutChoices,
	serviceId: string,
): Promise<CheckoutAnswer> {
	const startsAt = form.startsAt ?? null
	const removed = await removeService(deps, { draftId, serviceId, choices, startsAt, now })
	if (!removed.ok) return { kind: 'refused', refusal: removed.refusal, offer: null }
	return { kind: 'saved', next: removed.value.keepsTime ? 'checkout' : 'times', promoSavedKobo: null }
}

async function book(
	deps: PostCheckoutDeps,
	{ draftId, form, actor, ownVisitIds, networkKey, now }: CheckoutPost,
	choices: CheckoutChoices,
	customer: Customer | null,
	read: ReadForBooking & { payments: readonly Payment[] },
): Promise<CheckoutAnswer> {
	const startsAt = form.startsAt ?? null
	const problem = customer ? profileProblem(customer) : signedOutMeanwhile(form)
	if (problem !== null) {
		await saveCheckout(deps, { draftId, choices, startsAt, renewsHold: false, visit: read.visit, now })
		return { kind: 'refused', refusal: problem, offer: null }
	}
	const guest = customer ? ({ ok: true, contact: customer } as const) : readGuestContact(choices.contact)
	const { paymentChoice, seenTotalKobo } = form
	if (!guest.ok || paymentChoice === undefined || startsAt === null || seenTotalKobo === undefined) {
		const saved = await saveCheckout(deps, {
			draftId,
			choices,
			startsAt,
			renewsHold: false,
			visit: read.visit,
			now,
		})
		// A draft that is gone cannot be mended by filling in fields.
		if (!saved.ok && saved.refusal === 'session_error')
			return { kind: 'refused', refusal: saved.refusal, offer: null }
		return {
			kind: 'invalid',
			problems: {
				...(startsAt === null ? { startsAt: ['Missing Date/Time: choose a date and a time.'] } : {}),
				...(paymentChoice ? {} : { paymentChoice: ['Missing Payment Method: choose how you will pay.'] }),
				...(guest.ok ? {} : guest.problems),
				...(seenTotalKobo === undefined
					? { seenTotalKobo: ['Missing Required Data: open checkout again.'] }
					: {}),
			},
		}
	}
	const agreed = { contact: guest.contact, userId: customer?.userId ?? null, now }
	const answer =
		paymentChoice === 'online'
			? await pay(deps, {
					...agreed,
					choices: { ...choices, paymentChoice },
					seen: { startsAt, totalKobo: seenTotalKobo, dueKobo: form.seenDueKobo ?? seenTotalKobo },
					read,
					networkKey,
				})
			: await bookNow(deps, {
					...agreed,
					draftId,
					choices: { ...choices, paymentChoice },
					seen: { startsAt, totalKobo: seenTotalKobo },
					own: { visitIds: ownVisitIds, actor, anyway: form.intent === 'book-anyway' },
					read,
					isOnlineOffered: deps.paystack !== null,
				})
	if (answer.ok) return answer.value
	if (answer.refusal === 'price_changed') {
		// What is shown next has to be what is held: the hold grows with the add-ons, or they are left out.
		const saved = await saveCheckout(deps, {
			draftId,
			choices,
			startsAt,
			renewsHold: false,
			visit: read.visit,
			now,
		})
		if (!saved.ok) return { kind: 'refused', refusal: saved.refusal, offer: null }
	}
	return refusedWithOffer(deps, { draftId, refusal: answer.refusal, startsAt, now })
}

async function bookNow(
	deps: PostCheckoutDeps,
	input: Parameters<typeof bookAppointment>[1],
): Promise<Outcome<CheckoutAnswer, BookingRefusal>> {
	const booked = await bookAppointment(deps, input)
	return booked.ok ? accepted({ kind: 'booked', appointmentId: booked.value.appointmentId }) : booked
}

async function pay(
	deps: PostCheckoutDeps,
	input: Parameters<typeof startPayment>[1],
): Promise<Outcome<CheckoutAnswer, BookingRefusal>> {
	const started = await startPayment(deps, input)
	if (!started.ok) return started
	const start = started.value
	return accepted(
		start.next === 'booked'
			? { kind: 'booked', appointmentId: start.appointmentId }
			: { kind: 'payment', ...start },
	)
}

/** The page showed a profile, and its session has ended since: better said than booked as a guest without a name. */
function signedOutMeanwhile(form: CheckoutForm): 'profile_error' | null {
	return form.isSignedIn ? 'profile_error' : null
}

async function refusedWithOffer(
	deps: PostCheckoutDeps,
	refused: { draftId: string; refusal: BookingRefusal; startsAt: Instant; now: Instant },
): Promise<CheckoutAnswer> {
	const { draftId, refusal, startsAt, now } = refused
	const offer = conflicts.includes(refusal)
		? await offerOtherTimes(deps, { draftId, wishedStartAt: startsAt, now })
		: null
	return { kind: 'refused', refusal, offer }
}
