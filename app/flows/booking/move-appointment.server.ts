import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { AppointmentPolicy } from '#app/domain/booking/appointment/appointment-policy.ts'
import {
	type ClosedRefusal,
	moveConstraints,
} from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import {
	mayMove,
	refundableUntilAfterMove,
	whyOver,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { onAppointmentMoved } from '#app/flows/lifecycle/on-appointment-moved.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type Attempt,
	actAs,
	type ByCustomer,
	type ByShop,
	type RefusalFor,
} from './act-on-appointment.server.ts'
import {
	type AppointmentWithCalendar,
	moveSearch,
	readAppointment,
	type WantedStaff,
} from './read-appointment.server.ts'
import { postedDays } from './read-draft.server.ts'
import { type TakeRefusal, takeMinute, takeSlot, wholeMinute, withoutNotice } from './take-slot.server.ts'

type MoveDeps = Pick<Repositories, 'booking' | 'availability' | 'messaging' | 'shops' | 'writeBatch'>
/** `staff`: the requested people, by default the booked ones. */
type Move = { startsAt: Instant; staff?: WantedStaff; now: Instant }
type Moved = { isChanged: boolean }

export type MoveRefusal =
	| TakeRefusal
	| ClosedRefusal
	| RefusalOf<typeof moveConstraints>
	| 'visit_not_found'
	| 'own_visit'
	| 'too_late_to_move'
	| 'service_not_offered'

/**
 * Moves an appointment to another start (C67), with its people or the requested ones (D63). Price and payment stay
 * (R31). `appointmentPolicies` says what binds customer and shop. A changed appointment is read again (F15). One that
 * has this start already stays.
 * Refuses:
 * - 'visit_not_found', and what `actOnAppointment` refuses to the shop;
 * - to the customer an appointment not ahead or past the cut-off, to the shop a closed one;
 * - 'staff_not_available' to the shop for a person who does not do its services;
 * - 'slot_past' and 'service_not_offered', and what `takeSlot` or `takeMinute` refuses;
 * - 'too_many_moves' to the customer.
 */
export function moveAppointment<By extends ByCustomer | ByShop>(
	deps: MoveDeps,
	{ by, now, ...move }: Move & { by: By },
): Promise<Outcome<Moved, RefusalFor<By, MoveRefusal>>> {
	return actAs(deps, { by, now }, (attempt) => moveAsRead(deps, attempt, { ...move, now }))
}

async function moveAsRead(
	deps: MoveDeps,
	attempt: Attempt,
	{ now, ...move }: Move,
): Promise<Outcome<Moved, MoveRefusal>> {
	const { appointmentId, by, policy } = attempt
	const { staff = null } = move
	const startsAt = policy.keepsNotice ? move.startsAt : wholeMinute(move.startsAt)
	const days = postedDays(startsAt, now)
	const found = await readAppointment(deps, { appointmentId, ...days, now })
	if (!found) return refused('visit_not_found')
	const { appointment } = found
	const over = whyOver(policy, appointment, now)
	if (over) return refused(over)
	const isAtStart = appointment.startsAt === startsAt
	// An earlier attempt of this call may have moved it.
	if (isAtStart && isWithWanted(found, staff)) return accepted({ isChanged: attempt.isAgain })
	const problem = whyNotMovable(policy, found, { startsAt, now })
	if (problem) return refused(problem)

	const { shop, refundableUntilAt } = appointment
	const { timeZone } = shop
	const { date, minute } = civilAt(timeZone, startsAt)
	const moved = {
		appointmentId,
		scheduledDate: date,
		scheduledTime: timeText(minute),
		startsAt,
		// Another person at the same start uses up a move too.
		...(isAtStart ? { changedAt: now } : {}),
		endsAt: startsAt + appointment.durationMinutes * MINUTE_MS,
		refundableUntilAt: policy.shortensRefund
			? refundableUntilAfterMove(refundableUntilAt, startsAt, shop.freeCancellationMinutes)
			: refundableUntilAt,
		now,
	}
	const bound = policy.keepsNotice ? shop : { ...shop, ...withoutNotice }
	const search = moveSearch({ ...found, appointment: { ...appointment, shop: bound } }, days, now, staff)
	// The shop may name anyone; a customer chooses from people who do the services.
	const isNamed = !policy.keepsNotice && staff !== null && staff !== 'any'
	if (isNamed && search.segments.some(({ staffMemberIds }) => staffMemberIds.length === 0))
		return refused('staff_not_available')
	const take = policy.keepsNotice ? takeSlot : takeMinute
	const write = async (times: WantedTime[]) =>
		writeIdempotent(deps.writeBatch, [
			...(await attempt.alongside),
			attempt.requireAsRead(appointment),
			deps.availability.calendar.releaseTimeOf(appointmentId),
			...deps.availability.calendar.takeTime({ appointmentId }, shop.id, times, now),
			...deps.booking.appointments.moveAppointment(moved, by),
			...onAppointmentMoved(deps, { appointmentId, by, change: 'moved', startsAt, timeZone, now }),
		])
	const taken = await take(search, startsAt, write, moveConstraints)
	return taken.ok ? accepted({ isChanged: true }) : taken
}

function whyNotMovable(
	{ endsAtStart, keepsNotice }: AppointmentPolicy,
	{ appointment, segments }: AppointmentWithCalendar,
	{ startsAt, now }: Move,
): 'too_late_to_move' | 'slot_past' | 'service_not_offered' | null {
	if (endsAtStart && !mayMove(appointment, appointment.shop.rescheduleCutoffMinutes, now))
		return 'too_late_to_move'
	// A customer's slots are checked for both below; a shop's minute is no slot.
	if (keepsNotice) return null
	if (startsAt < wholeMinute(now)) return 'slot_past'
	return segments.every(({ isEnabled }) => isEnabled) ? null : 'service_not_offered'
}

function isWithWanted({ segments }: AppointmentWithCalendar, wanted: WantedStaff): boolean {
	if (wanted === null || wanted === 'any') return true
	return segments.every(({ staffMemberId }) => staffMemberId === wanted)
}
