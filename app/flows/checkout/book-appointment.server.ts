import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import { refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { priceConstraints, savingConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import { newBookingConstraints } from '#app/domain/booking/customer/customer-refusal.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { draftConstraints, numberConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import type { NewBooking } from '#app/domain/booking/draft/new-booking.ts'
import { applyChoices, saveChoicesOnRefusal } from '#app/flows/booking/apply-choices.server.ts'
import {
	type BookingProblem,
	bookingProblem,
	type ReadForBooking,
	type SeenBooking,
} from '#app/flows/booking/booking-problem.server.ts'
import { unlessBooked } from '#app/flows/booking/booking-write.server.ts'
import {
	newAppointment,
	newCheckout,
	takeReferral,
	withFreshReferenceNumber,
} from '#app/flows/booking/new-booking.server.ts'
import {
	type DraftWithCalendar,
	draftSearch,
	heldSearch,
	postedDays,
} from '#app/flows/booking/read-draft.server.ts'
import { type TakeRefusal, takeSlot } from '#app/flows/booking/take-slot.server.ts'
import { onAppointmentBooked } from '#app/flows/lifecycle/on-appointment-booked.server.ts'
import { releaseOthers, writeAsFirst } from '#app/flows/lifecycle/release-savings.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type BookAppointmentDeps = Pick<
	Repositories,
	'booking' | 'availability' | 'payments' | 'messaging' | 'shops' | 'loyalty' | 'writeBatch'
>

const constraints = {
	...draftConstraints,
	...priceConstraints,
	...savingConstraints,
	...newBookingConstraints,
	...numberConstraints,
}

type WriteRefusal = TakeRefusal | RefusalOf<typeof constraints> | 'session_error'

export type BookAppointmentRefusal = BookingProblem | WriteRefusal | 'add_on_does_not_fit'

export type BookAppointmentInput = {
	draftId: string
	choices: CheckoutChoices & { paymentChoice: Exclude<PaymentChoice, 'online'> }
	/** As it is stored: a guest's, or a profile's. */
	contact: { firstName: string; lastName: string; email: string | null; phone: string | null }
	userId?: string | null
	networkKey?: string | null
	/** The referrer's account was used on this device (D41). */
	isSameDevice?: boolean
	seen: SeenBooking
	read: ReadForBooking
	/** Null where paying online is not set up. */
	onlineMinimumKobo?: Kobo | null
	alongside?: readonly Statement[]
	now: Instant
}

/**
 * Turns a draft into an appointment paid at the shop or by transfer, in one write. A repeat gives the same appointment.
 * The customer's choices are saved in each case.
 * Refuses:
 * - 'session_error' without a draft;
 * - 'add_on_does_not_fit' when a new add-on makes a held draft too long;
 * - 'price_changed' when the total is not the shown one;
 * - 'promo_not_valid', 'reward_not_available' and 'cashback_not_available';
 * - what `takeSlot` refuses, and 'own_overlap' with another of the customer's appointments (R6);
 * - 'too_many_guest_bookings' and 'too_many_appointments_ahead' above a ceiling (D33).
 */
export async function bookAppointment(
	deps: BookAppointmentDeps,
	input: BookAppointmentInput,
): Promise<Outcome<{ appointmentId: string }, BookAppointmentRefusal>> {
	const { choices, seen, read, alongside, now } = input
	const days = postedDays(seen.startsAt, now)
	const { priced } = read
	if (!priced) return refused('session_error')
	if (priced.draft.appointmentId !== null) return accepted({ appointmentId: priced.draft.appointmentId })

	const requested = { ...priced, ...applyChoices(priced, choices, now) }
	const refusal = bookingProblem(requested, read, input)
	const booked: Outcome<{ appointmentId: string }, BookAppointmentRefusal> = refusal
		? refused(refusal)
		: await writeBooking(deps, requested, days, input)
	const { startsAt } = seen
	return saveChoicesOnRefusal(deps, booked, { priced, requested, choices, startsAt, alongside, now })
}

async function writeBooking(
	deps: BookAppointmentDeps,
	requested: DraftWithCalendar,
	days: { firstDate: string; dayCount: number },
	input: BookAppointmentInput,
): Promise<Outcome<{ appointmentId: string }, WriteRefusal>> {
	const { draftId, choices, seen, userId = null, networkKey = null, now } = input
	const search = draftSearch(requested, days, now)
	const holdOfThisTime = requested.hold?.startsAt === seen.startsAt ? requested.hold : null
	const withHold = holdOfThisTime ? heldSearch(search, holdOfThisTime) : search
	const checkout = newCheckout(requested, input)
	const booking: NewBooking = {
		...checkout,
		...newAppointment(checkout, {
			startsAt: seen.startsAt,
			timeZone: requested.shop.timeZone,
			refundableUntilAt: refundableUntil(seen.startsAt, requested.shop.freeCancellationMinutes),
			paidKobo: 0,
			now,
		}),
		clientId: checkout.clientId,
	}

	const write = (times: WantedTime[]) => {
		const { appointmentId, shopId } = booking
		return withFreshReferenceNumber(booking, () =>
			writeAsFirst(!input.read.hasPendingCheckout, (isFirst) =>
				writeIdempotent(deps.writeBatch, [
					...(input.alongside ?? []),
					deps.booking.holds.releaseHold(draftId),
					...deps.booking.drafts.saveCheckoutChoices(draftId, choices, now),
					...releaseOthers(deps, booking, { isFirst, now }),
					...deps.booking.checkouts.insertCheckout(booking),
					...deps.loyalty.savingUses.keepUses(booking, now),
					...takeReferral(deps, booking),
					...deps.availability.calendar.takeTime({ appointmentId }, shopId, times, now),
					...deps.booking.appointments.insertAppointment(booking),
					...deps.booking.holds.countAct({
						kind: 'booking',
						subjectId: booking.checkoutId,
						shopId,
						caller: { userId, networkKey },
						staffMinutes: countStaffMinutes(times),
						now,
					}),
					...onAppointmentBooked(deps, {
						appointmentId,
						draftId,
						shopId,
						startsAt: booking.startsAt,
						timeZone: requested.shop.timeZone,
						contact: booking.contact,
						payment: null,
						cashback: {
							accountId: requested.savings.cashback?.accountId ?? null,
							amountKobo: booking.cashbackKobo,
						},
						now,
					}),
				]),
			),
		)
	}

	const taken = await unlessBooked(() => takeSlot(withHold, seen.startsAt, write, constraints))
	if (taken !== 'booked_before' && taken.ok) return accepted({ appointmentId: booking.appointmentId })
	const refusal = taken === 'booked_before' ? 'session_error' : taken.refusal
	// An earlier post of this draft may have taken the time.
	const isPerhapsBooked = taken === 'booked_before' || refusal === 'slot_taken'
	const earlier = isPerhapsBooked ? await deps.booking.appointments.idOfDraft(draftId) : null
	return earlier === null ? refused(refusal) : accepted({ appointmentId: earlier })
}

/** Counts the longest buffer of each time's candidates. */
function countStaffMinutes(times: readonly WantedTime[]): number {
	return times.reduce((sum, { startsAt, candidates }) => {
		const blockedUntilAt = Math.max(...candidates.map((candidate) => candidate.blockedUntilAt))
		return sum + Math.ceil((blockedUntilAt - startsAt) / MINUTE_MS)
	}, 0)
}
