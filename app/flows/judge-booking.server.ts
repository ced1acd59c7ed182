import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { type OwnVisit, overlappingVisit } from '#app/domain/booking/own-overlap.ts'
import { offeredPaymentChoices } from '#app/domain/booking/payment-choices.ts'
import { isForLater, refusalOfWriting, type WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import { changesLength } from './apply-choices.server.ts'
import { type ReadVisitDeps, readPostedVisit, type VisitWithCalendar } from './read-visit.server.ts'

export type ReadForBookingDeps = ReadVisitDeps & {
	appointments: Pick<AppointmentRepository, 'liveVisits'>
	checkouts: Pick<CheckoutRepository, 'noShowCount'>
}

/** What a booking is judged by. */
export type ReadForBooking = {
	visit: VisitWithCalendar | null
	/** The customer's other ones, where these matter. */
	ownVisits: readonly OwnVisit[]
	/** How many visits this customer has missed in this shop. */
	noShowCount: number
}

/** In one trip. Whose missed visits count is told by who is signed in, else by the contact that was typed. */
export async function readForBooking(
	deps: ReadForBookingDeps,
	posted: Parameters<typeof readPostedVisit>[1] & {
		actor?: Actor | null
		contact: { email: string | null; phone: string | null }
		own?: { visitIds: readonly string[]; actor?: Actor | null }
	},
): Promise<ReadForBooking> {
	const { draftId, own, actor = null, contact } = posted
	const [visit, ownVisits, noShowCount] = await Promise.all([
		readPostedVisit(deps, posted),
		own ? deps.appointments.liveVisits(own.visitIds, own.actor) : [],
		deps.checkouts.noShowCount(draftId, {
			actor,
			contact: {
				email: contact.email && parseEmail(contact.email),
				phone: contact.phone && parsePhone(contact.phone),
			},
		}),
	])
	return { visit, ownVisits, noShowCount }
}

/** Why a visit cannot be booked, or paid for, as it was asked for; null when it can, as far as was read. */
export function refusalBeforeBooking(
	wished: VisitWithCalendar,
	{ ownVisits, noShowCount }: Omit<ReadForBooking, 'visit'>,
	asked: {
		choices: CheckoutChoices & { paymentChoice: PaymentChoice }
		seen: { startsAt: Instant; totalKobo: Kobo }
		isOnlineOffered?: boolean
	},
): BookingRefusal | null {
	const { draft, quote, shop } = wished
	const { choices, seen, isOnlineOffered = false } = asked
	if (draft.services.length === 0 || draft.services.some((service) => service.staff === null))
		return 'session_error'
	if (draft.services.some((service) => !service.isEnabled)) return 'service_not_offered'
	if (draft.startsAt === null || draft.startsAt !== seen.startsAt) return 'missing_date_time'
	const offered = offeredPaymentChoices({
		rule: shop,
		noShowCount,
		hasBankAccount: shop.bankAccount !== null,
		totalKobo: quote.totalKobo,
		isOnlineOffered,
	})
	if (!offered.includes(choices.paymentChoice))
		return offered.includes('cash') ? 'invalid_selection' : 'prepayment_required'
	if (choices.promoCode !== '' && quote.promo === null) return 'promo_not_valid'
	if (quote.totalKobo !== seen.totalKobo) return 'price_changed'
	const endsAt = seen.startsAt + quote.durationMinutes * MINUTE_MS
	return overlappingVisit(ownVisits, seen.startsAt, endsAt) ? 'own_overlap' : null
}

/**
 * Keeps what was typed when a booking, or the start of its payment, was refused. A time that the customer holds is theirs:
 * where it does not fit, it is what they have just added to it that is left out ('add_on_does_not_fit').
 */
export async function keepingChoices<Value>(
	deps: { drafts: Pick<DraftRepository, 'saveCheckoutChoices'>; writeBatch: WriteBatch },
	outcome: Outcome<Value, BookingRefusal>,
	asked: {
		visit: VisitWithCalendar
		wished: VisitWithCalendar
		choices: CheckoutChoices
		startsAt: Instant
		now: Instant
	},
): Promise<Outcome<Value, BookingRefusal>> {
	if (outcome.ok || isForLater(outcome.refusal)) return outcome
	const { visit, wished, choices, startsAt, now } = asked
	const { refusal } = outcome
	const isTooLong =
		visit.hold?.startsAt === startsAt &&
		changesLength(visit.draft, wished.draft) &&
		(refusal === 'slot_taken' || refusal === 'slot_outside_hours')
	const kept = {
		...choices,
		promoCode: refusal === 'promo_not_valid' ? '' : choices.promoCode,
		addOnIds: isTooLong ? visit.draft.addOns.map(({ addOnId }) => addOnId) : choices.addOnIds,
	}
	const saved = deps.drafts.saveCheckoutChoices(visit.draft.id, kept, now)
	const unsaved = await refusalOfWriting(deps.writeBatch, saved)
	if (unsaved) return refused(unsaved)
	return isTooLong ? refused('add_on_does_not_fit') : outcome
}
