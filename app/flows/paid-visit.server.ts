import type {
	AvailabilityRepository,
	CalendarOfVisit,
	WantedTime,
} from '#app/domain/availability/availability-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { CheckoutRepository, FrozenVisit } from '#app/domain/booking/checkout-repository.server.ts'
import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { NewAppointment } from '#app/domain/booking/new-booking.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { earnedLines } from '#app/domain/payments/ledger-lines.ts'
import { postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { newAppointment } from './new-booking.server.ts'
import { searchIn } from './read-visit.server.ts'

type WrittenStatements = Parameters<WriteBatch>[0]

export type BookPaidVisitDeps = {
	availability: Pick<AvailabilityRepository, 'takeTime' | 'turnHoldIntoAppointment'>
	appointments: Pick<AppointmentRepository, 'insertAppointment'>
	checkouts: Pick<CheckoutRepository, 'completeCheckout'>
	drafts: Pick<DraftRepository, 'markBooked'>
	holds: Pick<HoldRepository, 'releaseHold'>
	outbox: Pick<OutboxRepository, 'insertMessage'>
}

/** The appointment that a paid visit becomes, at the time that was paid for or at another one. */
export function paidAppointment(
	visit: FrozenVisit,
	paid: { startsAt: Instant; paidKobo: Kobo; now: Instant },
): NewAppointment {
	return newAppointment(visit, {
		...paid,
		timeZone: visit.shop.timeZone,
		// The shop's free minutes before a visit, as they were when it was paid for.
		refundableUntilAt: paid.startsAt - (visit.startsAt - visit.refundableUntilAt),
	})
}

/** What of a payment is the staff's tip: the last part of it, after services and add-ons. */
export function tipIn(visit: Pick<FrozenVisit, 'totalKobo' | 'tipKobo'>, paidKobo: Kobo): Kobo {
	return Math.max(0, paidKobo - (visit.totalKobo - visit.tipKobo))
}

/** How a paid visit gets its time: what its hold keeps, or the times that are free now. */
export type TimeToBook = 'held' | readonly WantedTime[]

/**
 * The statements that make a paid visit an appointment, to be sent with the one that claims its payment: whoever claims
 * it second has nothing of this applied.
 */
export function bookingStatements(
	deps: BookPaidVisitDeps,
	booking: {
		reference: string
		visit: FrozenVisit
		appointment: NewAppointment
		time: TimeToBook
		now: Instant
	},
): WrittenStatements {
	const { reference, visit, appointment, time, now } = booking
	const { appointmentId } = appointment
	const release = deps.holds.releaseHold(visit.draftId)
	return [
		...(time === 'held'
			? [deps.availability.turnHoldIntoAppointment(visit.checkoutId, appointmentId, now), release]
			: [release, ...deps.availability.takeTime({ appointmentId }, visit.shopId, time, now)]),
		...deps.checkouts.completeCheckout(visit, reference),
		...deps.appointments.insertAppointment(appointment),
		...postEntry({
			occasion: `booking:${reference}`,
			lines: earnedLines({
				reference,
				currency: 'NGN',
				shopId: visit.shopId,
				amountKobo: appointment.paidKobo,
				tipKobo: tipIn(visit, appointment.paidKobo),
			}),
			occurredAt: now,
			now,
		}),
		deps.outbox.insertMessage({
			id: newId(),
			kind: 'booked',
			dedupeKey: `booked:${appointmentId}`,
			recipientEmail: visit.contact.email,
			recipientPhone: visit.contact.phone,
			payload: { appointmentId },
			now,
		}),
		deps.drafts.markBooked(visit.draftId, appointmentId, now),
	]
}

/** The question to the slot engine for a visit that is paid for: the services, people and lengths that were agreed. */
export function paidVisitSearch(
	visit: FrozenVisit,
	calendar: CalendarOfVisit,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	const addOnMinutes = visit.addOns.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
	const segments = visit.services.map((service, position) => ({
		serviceId: service.id,
		staffMemberIds: calendar.staff
			.filter((member) => member.position === position && member.isChosen)
			.map((member) => member.staffMemberId),
		durationMinutes: service.durationMinutes + (position === visit.services.length - 1 ? addOnMinutes : 0),
		bufferMinutes: service.bufferMinutes,
	}))
	return searchIn(visit.shop, calendar.rows, segments, days, now)
}
