import { depositFor, mustPrepay, offeredPaymentChoices } from '#app/domain/booking/checkout/deposit.ts'
import type { TypedCodeRefusal } from '#app/domain/booking/checkout/money-refusal.ts'
import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { ChosenSaving } from '#app/domain/booking/checkout/saving.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { type LiveAppointment, overlappingAppointments } from '#app/domain/booking/hold/hold-policy.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type DraftWithCalendar,
	type ReadDraftDeps,
	readPostedDraft,
	type TypedReferral,
} from './read-draft.server.ts'

export type ReadForBookingDeps = ReadDraftDeps & Pick<Repositories, 'booking'>

export type ReadForBooking = {
	priced: DraftWithCalendar | null
	/** The customer's other live appointments; empty where nothing is booked. */
	ownAppointments: readonly LiveAppointment[]
	noShowCount: number
	hasPendingCheckout: boolean
}

/**
 * Reads what validates a booking, in one trip (P7). No-shows are the signed-in customer's, else the typed contact's.
 * `own` requests the customer's other appointments.
 */
export async function readForBooking(
	deps: ReadForBookingDeps,
	posted: Parameters<typeof readPostedDraft>[1] & {
		actor?: Actor | null
		contact: { email: string | null; phone: string | null }
		own?: { appointmentIds: readonly string[]; actor?: Actor | null }
	},
): Promise<ReadForBooking> {
	const { draftId, own, actor = null, contact } = posted
	const [priced, ownAppointments, noShowCount, hasPendingCheckout] = await Promise.all([
		readPostedDraft(deps, posted),
		own ? deps.booking.appointments.liveAppointments(own.appointmentIds, own.actor) : [],
		deps.booking.checkouts.noShowCount(draftId, {
			actor,
			contact: {
				email: contact.email && parseEmail(contact.email),
				phone: contact.phone && parsePhone(contact.phone),
			},
		}),
		deps.booking.checkouts.hasPendingCheckout(draftId),
	])
	return { priced, ownAppointments, noShowCount, hasPendingCheckout }
}

/** What the page showed: compared, never charged (D3). */
export type SeenBooking = {
	startsAt: Instant
	totalKobo: Kobo
	cashbackKobo: Kobo
	/** The customer's own visits at that time, accepted by 'Book anyway' (L29). */
	overlapIds?: readonly string[]
}

export type UnmetSaving = TypedCodeRefusal | 'reward_not_available'

export type BookingProblem =
	| UnmetSaving
	| 'session_error'
	| 'service_not_offered'
	| 'missing_date_time'
	| 'slot_past'
	| 'invalid_selection'
	| 'prepayment_required'
	| 'price_changed'
	| 'own_overlap'

/** Why a draft cannot be booked or paid as posted; null when it can. */
export function bookingProblem(
	requested: DraftWithCalendar,
	{ ownAppointments, noShowCount }: Pick<ReadForBooking, 'ownAppointments' | 'noShowCount'>,
	input: {
		choices: CheckoutChoices & { paymentChoice: PaymentChoice }
		seen: SeenBooking
		/** Null where paying online is not set up. */
		onlineMinimumKobo?: Kobo | null
		now: Instant
	},
): BookingProblem | null {
	const { draft, quote, shop } = requested
	const { choices, seen, onlineMinimumKobo = null, now } = input
	if (draft.services.length === 0 || draft.services.some((service) => service.staff === null))
		return 'session_error'
	if (!shop.isListed || draft.services.some((service) => !service.isEnabled)) return 'service_not_offered'
	if (draft.startsAt === null || draft.startsAt !== seen.startsAt) return 'missing_date_time'
	// A hold stays valid past the shop's notice, but not past its start (S16).
	if (seen.startsAt <= now) return 'slot_past'
	const offered = offeredPaymentChoices(
		{
			deposit: depositFor(shop, noShowCount),
			mustPrepay: mustPrepay(shop, noShowCount),
			hasBankAccount: shop.bankAccount !== null,
			onlineMinimumKobo,
		},
		quote.toPayKobo,
	)
	if (!offered.includes(choices.paymentChoice))
		return offered.includes('cash') ? 'invalid_selection' : 'prepayment_required'
	const unmet = unmetSaving(choices, requested)
	if (unmet) return unmet
	if (quote.totalKobo !== seen.totalKobo || quote.cashbackKobo !== seen.cashbackKobo) return 'price_changed'
	const endsAt = seen.startsAt + quote.durationMinutes * MINUTE_MS
	const overlaps = overlappingAppointments(ownAppointments, seen.startsAt, endsAt)
	const accepted = seen.overlapIds ?? []
	return overlaps.every(({ appointmentId }) => accepted.includes(appointmentId)) ? null : 'own_overlap'
}

/** Why a requested code or reward takes nothing off. */
export function unmetSaving(
	{ promoCode, rewardId }: ChosenSaving,
	{ quote, typedReferral }: { quote: Pick<Quote, 'saving'>; typedReferral: TypedReferral | null },
): UnmetSaving | null {
	const { saving } = quote
	if (promoCode === '') return rewardId === null || saving?.kind === 'reward' ? null : 'reward_not_available'
	if (saving !== null && saving.kind !== 'reward') return null
	if (!typedReferral?.isRefused) return 'promo_not_valid'
	return typedReferral.isOwn ? 'referral_own_code' : 'referral_not_valid'
}
