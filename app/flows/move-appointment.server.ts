import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { isAhead, mayMove } from '#app/domain/booking/cancellation-policy.ts'
import { type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { dateOfInstant, timeText } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { moveSearchOf, type ReadBookedVisitDeps, readBookedVisit } from './read-booked-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type MoveAppointmentDeps = ReadBookedVisitDeps & {
	appointments: Pick<AppointmentRepository, 'moveAppointment'>
	availability: Pick<AvailabilityRepository, 'releaseTimeOf' | 'takeTime'>
	outbox: Pick<OutboxRepository, 'insertChangeMessage'>
	writeBatch: WriteBatch
}

/**
 * Moves a visit to another start of equal length with the same people, until 2 hours before it begins (spec 3, "Cancel
 * and reschedule by the customer"). The old time is given back, the new one taken, and whoever comes second loses, in one
 * write. Price, payment and the instant until which money was refundable stay (R31). To where it is already: no change.
 * Refuses 'visit_not_ahead', 'too_late_to_move', and what `takeSlot` refuses: then the visit stays where it was.
 */
export async function moveAppointment(
	deps: MoveAppointmentDeps,
	{ appointmentId, startsAt, now }: { appointmentId: string; startsAt: Instant; now: Instant },
): Promise<Outcome<{ isChanged: boolean }, BookingRefusal>> {
	const days = { firstDate: dateOfInstant(startsAt, -1), dayCount: 3 }
	const found = await readBookedVisit(deps, { appointmentId, ...days, now })
	if (!found) return refused('invalid_selection')
	const { visit } = found
	const { shop } = visit
	if (!isAhead(visit, now)) return refused('visit_not_ahead')
	if (visit.startsAt === startsAt) return accepted({ isChanged: false })
	if (!mayMove(visit, shop.rescheduleCutoffMinutes, now)) return refused('too_late_to_move')

	const { date, minute } = civilAt(shop.timeZone, startsAt)
	const moved = {
		appointmentId,
		scheduledDate: date,
		scheduledTime: timeText(minute),
		startsAt,
		endsAt: startsAt + visit.durationMinutes * MINUTE_MS,
		now,
	}
	const messageId = newId()
	const taken = await takeSlot(moveSearchOf(found, days, now), startsAt, (times) =>
		writeKeyed(deps.writeBatch, [
			deps.availability.releaseTimeOf(appointmentId),
			...deps.availability.takeTime({ appointmentId }, shop.id, times, now),
			...deps.appointments.moveAppointment(moved),
			deps.outbox.insertChangeMessage({
				id: messageId,
				kind: 'moved',
				dedupeKey: `moved:${messageId}`,
				appointmentId,
				now,
			}),
		]),
	)
	if (taken.ok) return accepted({ isChanged: true })
	// Cancelled, or moved close, by another tab between the read and the write: it was given no start.
	return taken.refusal === 'missing_required_data' ? refused('visit_not_ahead') : taken
}
