import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import {
	isAhead,
	type MoneyOnCancelling,
	moneyOnCancelling,
} from '#app/domain/booking/cancellation-policy.ts'
import { refusalOfWrite, type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

export type CancelAppointmentDeps = {
	appointments: Pick<
		AppointmentRepository,
		'bookedVisit' | 'cancelAppointment' | 'giveBackPromoUse' | 'statusOf'
	>
	outbox: Pick<OutboxRepository, 'insertChangeMessage'>
	writeBatch: WriteBatch
}

/**
 * Calls off a visit for whoever holds its link, up to its start (spec 3, "Cancel and reschedule by the customer"). One
 * write: state, time, promo use and message. Twice gives the same answer. Gives what the policy says of the money; where
 * it comes back, the payment that gives it back joins this batch.
 * Refuses 'visit_not_ahead' for a visit that has begun or is over, 'invalid_selection' for one that does not exist.
 */
export async function cancelAppointment(
	{ appointments, outbox, writeBatch }: CancelAppointmentDeps,
	{ appointmentId, now }: { appointmentId: string; now: Instant },
): Promise<Outcome<{ money: MoneyOnCancelling }, BookingRefusal>> {
	const visit = await appointments.bookedVisit(appointmentId)
	if (!visit) return refused('invalid_selection')
	const cancelled = accepted({ money: moneyOnCancelling(visit, visit.cancelledAt ?? now) })
	if (visit.status === 'CANCELLED') return cancelled
	if (!isAhead(visit, now)) return refused('visit_not_ahead')

	try {
		const written = await writeKeyed(writeBatch, [
			appointments.cancelAppointment(appointmentId, now),
			appointments.giveBackPromoUse(appointmentId),
			outbox.insertChangeMessage({
				id: newId(),
				kind: 'cancelled',
				dedupeKey: `cancelled:${appointmentId}`,
				appointmentId,
				now,
			}),
			appointments.statusOf(appointmentId),
		])
		// The state after the batch, not the number of changed rows: another tab may have been first.
		return written.at(-1)?.rows[0]?.status === 'CANCELLED' ? cancelled : refused('visit_not_ahead')
	} catch (error) {
		return refused(refusalOfWrite(error))
	}
}
