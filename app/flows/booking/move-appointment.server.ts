import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { isAhead, mayMove, refundableUntilAfterMove } from '#app/domain/booking/cancellation-policy.ts'
import { tellShopMoved } from '#app/flows/lifecycle/tell-shop.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { remindersOf } from '#app/kernel/quiet-hours.server.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type AppointmentWithCalendar,
	moveSearchOf,
	readAppointment,
	type WantedStaff,
} from './read-appointment.server.ts'
import { postedDays } from './read-draft.server.ts'
import { takeSlot } from './take-slot.server.ts'

/** A visit that changed between read and write is read again; more than two such changes in a row are not expected. */
const MAX_ATTEMPTS = 3

type MoveDeps = Pick<
	Repositories,
	'appointments' | 'availability' | 'outbox' | 'visitMails' | 'shopDeliveries' | 'writeBatch'
>
type MoveInput = { appointmentId: string; startsAt: Instant; staff?: WantedStaff; now: Instant }
type Moved = Outcome<{ isChanged: boolean }, BookingRefusal>

/**
 * Moves an appointment to another start with its length, until the shop's cut-off before it begins (C67): with its people,
 * or with those who are wanted (D63). One write releases the old time and takes the new one. Price and payment stay (R31),
 * and `refundableUntilAt` never moves later (S9). A visit that was changed meanwhile is read again (F15). What is at that
 * start with those people already stays as it is.
 * Refuses 'invalid_selection' without an appointment, 'appointment_not_ahead', 'too_late_to_move', and what `takeSlot`
 * refuses: then the appointment stays where it was.
 */
export async function moveAppointment(deps: MoveDeps, input: MoveInput): Promise<Moved> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await moveAsRead(deps, input, attempt > 1)
		} catch (error) {
			if (!isViolation(error, 'visit_changed')) throw error
			if (attempt === MAX_ATTEMPTS) return refused('busy')
		}
	}
}

/** Throws 'visit_changed' where the visit is not as it was read. `isSent`: an earlier attempt may have moved it. */
async function moveAsRead(
	deps: MoveDeps,
	{ appointmentId, startsAt, staff = null, now }: MoveInput,
	isSent: boolean,
): Promise<Moved> {
	const days = postedDays(startsAt, now)
	const found = await readAppointment(deps, { appointmentId, ...days, now })
	if (!found) return refused('invalid_selection')
	const { appointment } = found
	const { shop } = appointment
	if (!isAhead(appointment, now)) return refused('appointment_not_ahead')
	const isAtStart = appointment.startsAt === startsAt
	if (isAtStart && isWithWanted(found, staff)) return accepted({ isChanged: isSent })
	if (!mayMove(appointment, shop.rescheduleCutoffMinutes, now)) return refused('too_late_to_move')

	const { date, minute } = civilAt(shop.timeZone, startsAt)
	const moved = {
		appointmentId,
		scheduledDate: date,
		scheduledTime: timeText(minute),
		startsAt,
		// Another person at the same start uses up a move too.
		...(isAtStart ? { changedAt: now } : {}),
		endsAt: startsAt + appointment.durationMinutes * MINUTE_MS,
		refundableUntilAt: refundableUntilAfterMove(
			appointment.refundableUntilAt,
			startsAt,
			shop.freeCancellationMinutes,
		),
		now,
	}
	const messageId = newId()
	const taken = await takeSlot(moveSearchOf(found, days, now, staff), startsAt, (times) =>
		writeIdempotent(deps.writeBatch, [
			deps.appointments.requireSequence(appointment),
			deps.availability.releaseTimeOf(appointmentId),
			...deps.availability.takeTime({ appointmentId }, shop.id, times, now),
			...deps.appointments.moveAppointment(moved),
			...deps.outbox.insertChangeMessage({
				id: messageId,
				kind: 'moved',
				dedupeKey: `moved:${messageId}`,
				appointmentId,
				now,
			}),
			...deps.visitMails.insertReminders(appointmentId, remindersOf(shop.timeZone, startsAt, now), now),
			tellShopMoved(deps, { appointmentId, now }),
			deps.outbox.insertShopMessage({
				id: newId(),
				kind: 'shop_moved',
				onceFor: messageId,
				appointmentId,
				now,
			}),
		]),
	)
	return taken.ok ? accepted({ isChanged: true }) : taken
}

function isWithWanted({ segments }: AppointmentWithCalendar, wanted: WantedStaff): boolean {
	if (wanted === null || wanted === 'any') return true
	return segments.every(({ staffMemberId }) => staffMemberId === wanted)
}
