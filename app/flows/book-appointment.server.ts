import type {
	AvailabilityRepository,
	WantedTime,
} from '#app/domain/availability/availability-repository.server.ts'
import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refundableUntil } from '#app/domain/booking/cancellation-policy.ts'
import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { NewBooking } from '#app/domain/booking/new-booking.ts'
import {
	isSecondBookingOfDraft,
	type WriteBatch,
	writeKeyed,
} from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import { applyChoices } from './apply-choices.server.ts'
import {
	keepingChoices,
	type ReadForBooking,
	type ReadForBookingDeps,
	readForBooking,
	refusalBeforeBooking,
} from './judge-booking.server.ts'
import { newAppointment, newCheckout, withFreshReference } from './new-booking.server.ts'
import { heldSearch, postedDays, slotSearchOf, type VisitWithCalendar } from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type BookAppointmentDeps = ReadForBookingDeps & {
	drafts: Pick<DraftRepository, 'saveCheckoutChoices' | 'markBooked'>
	holds: Pick<HoldRepository, 'releaseHold'>
	availability: Pick<AvailabilityRepository, 'takeTime'>
	appointments: Pick<AppointmentRepository, 'idOfDraft' | 'insertAppointment' | 'liveVisits'>
	checkouts: Pick<CheckoutRepository, 'insertCheckout'>
	outbox: Pick<OutboxRepository, 'insertMessage'>
	writeBatch: WriteBatch
}

export type BookAppointmentInput = {
	draftId: string
	choices: CheckoutChoices & { paymentChoice: Exclude<PaymentChoice, 'online'> }
	/** The contact as it is stored, already checked: a guest's, or that of a customer's profile. */
	contact: { firstName: string; lastName: string; email: string | null; phone: string | null }
	/** The signed-in customer's; a guest has none. */
	userId?: string | null
	/** What the page showed: compared, never charged (decision D3). */
	seen: { startsAt: Instant; totalKobo: Kobo }
	/** The visits that this browser, or its signed-in customer, made before: over one of them only with `anyway`, after a warning (R6). */
	own?: { visitIds: readonly string[]; actor?: Actor | null; anyway: boolean }
	/** What was read already, with who is signed in; else it is read here. */
	read?: ReadForBooking
	/** Whether paying online is set up, which is when a shop can ask for something in advance. */
	isOnlineOffered?: boolean
	now: Instant
}

/**
 * Turns a draft into an appointment that is paid at the shop or by transfer, in one atomic write: hold, client, checkout,
 * promo use, calendar, appointment, message. Sent again for the same draft it gives the same appointment.
 * Refuses 'add_on_does_not_fit' when what was just added makes a held visit too long, 'price_changed' when the total is not the one that was shown, 'promo_not_valid', what `takeSlot` refuses,
 * 'own_overlap' over another visit of the same customer, 'session_error' without a draft, and keeps what was typed in each case.
 */
export async function bookAppointment(
	deps: BookAppointmentDeps,
	input: BookAppointmentInput,
): Promise<Outcome<{ appointmentId: string }, BookingRefusal>> {
	const { choices, seen, now } = input
	const days = postedDays(seen.startsAt, now)
	const read =
		input.read ??
		(await readForBooking(deps, {
			...input,
			startsAt: seen.startsAt,
			promoCode: choices.promoCode,
			own: input.own?.anyway ? undefined : input.own,
		}))
	const { visit } = read
	if (!visit) return refused('session_error')
	if (visit.draft.appointmentId !== null) return accepted({ appointmentId: visit.draft.appointmentId })

	const wished = { ...visit, ...applyChoices(visit, choices, now) }
	const refusal = refusalBeforeBooking(wished, read, input)
	const booked = refusal ? refused(refusal) : await writeBooking(deps, wished, days, input)
	return keepingChoices(deps, booked, { visit, wished, choices, startsAt: seen.startsAt, now })
}

async function writeBooking(
	deps: BookAppointmentDeps,
	wished: VisitWithCalendar,
	days: { firstDate: string; dayCount: number },
	input: BookAppointmentInput,
): Promise<Outcome<{ appointmentId: string }, BookingRefusal>> {
	const { draftId, choices, seen, now } = input
	const search = slotSearchOf(wished, days, now)
	const holdsThis = wished.hold?.startsAt === seen.startsAt ? wished.hold : null
	const asked = holdsThis ? heldSearch(search, holdsThis) : search
	const checkout = newCheckout(wished, input)
	const booking: NewBooking = {
		...checkout,
		...newAppointment(checkout, {
			startsAt: seen.startsAt,
			timeZone: wished.shop.timeZone,
			refundableUntilAt: refundableUntil(seen.startsAt, wished.shop.freeCancellationMinutes),
			paidKobo: 0,
			now,
		}),
		clientId: checkout.clientId,
	}

	const write = (times: WantedTime[]) => {
		const { appointmentId, shopId } = booking
		return withFreshReference(booking, () =>
			writeKeyed(deps.writeBatch, [
				deps.holds.releaseHold(draftId),
				...deps.drafts.saveCheckoutChoices(draftId, choices, now),
				...deps.checkouts.insertCheckout(booking),
				...deps.availability.takeTime({ appointmentId }, shopId, times, now),
				...deps.appointments.insertAppointment(booking),
				deps.outbox.insertMessage({
					id: newId(),
					kind: 'booked',
					dedupeKey: `booked:${appointmentId}`,
					recipientEmail: booking.contact.email,
					recipientPhone: booking.contact.phone,
					payload: { appointmentId },
					now,
				}),
				deps.drafts.markBooked(draftId, appointmentId, now),
			]),
		)
	}

	try {
		const taken = await takeSlot(asked, seen.startsAt, write)
		if (taken.ok) return accepted({ appointmentId: booking.appointmentId })
		// The engine may already see the time as taken because this very draft has just taken it.
		const earlier = taken.refusal === 'slot_taken' ? await deps.appointments.idOfDraft(draftId) : null
		if (earlier !== null) return accepted({ appointmentId: earlier })
		return refused(taken.refusal === 'invalid_selection' ? 'price_changed' : taken.refusal)
	} catch (error) {
		if (!isSecondBookingOfDraft(error)) throw error
		const earlier = await deps.appointments.idOfDraft(draftId)
		return earlier === null ? refused('session_error') : accepted({ appointmentId: earlier })
	}
}
