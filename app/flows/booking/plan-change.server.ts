import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { rankAssignments, type StaffAssignment } from '#app/domain/availability/staff-assignment.ts'
import type {
	AppointmentToChange,
	ReplacementService,
} from '#app/domain/booking/appointment/appointment-change-repository.server.ts'
import {
	type AppointmentPolicy,
	appointmentPolicies,
} from '#app/domain/booking/appointment/appointment-policy.ts'
import {
	isAhead,
	isFreeToCancel,
	mayMove,
	refundableUntilAfterMove,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import { type ChangedBill, changeBill, keptBill } from '#app/domain/booking/appointment/change-appointment.ts'
import type { ChangeRefusal } from '#app/domain/booking/appointment/change-refusal.ts'
import type { AppointmentUses } from '#app/domain/loyalty/saving-use-repository.server.ts'
import { findPaymentHold, type Payment } from '#app/domain/payments/payment.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { daysAround, inOrderOfTime, nearestTimes, type OtherTimes } from './offer-other-times.server.ts'
import type { AppointmentWithCalendar } from './read-appointment.server.ts'
import { calendarWindow, searchIn } from './read-draft.server.ts'

/** A customer's change of one service (D53). */
export type WantedChange = {
	/** 0 for the first service of the visit. */
	position: number
	/** Null: the service stays, with another person. */
	serviceId: string | null
	/** Null: any free person; for another service the present one if possible. */
	staffMemberId: string | null
	/** The visit's own start, or another one. */
	startsAt: Instant
}

export type ReadChangeDeps = Pick<Repositories, 'booking' | 'availability' | 'payments' | 'loyalty'>

/** A visit with all that decides about its change. */
export type ChangeableAppointment = AppointmentWithCalendar & {
	toChange: AppointmentToChange
	offered: ReplacementService[]
	payment: Payment | null
	uses: AppointmentUses | null
}

export type ChangePlan = {
	position: number
	/** Null: the service stays. */
	service: ReplacementService | null
	staff: { staffMemberId: string; name: string }
	startsAt: Instant
	endsAt: Instant
	refundableUntilAt: Instant
	isFree: boolean
	bill: ChangedBill
	/** Who could do each service then, best first. */
	assignments: readonly StaffAssignment[]
}

/** Reads a visit for a change in one trip (P7); null for none. */
export async function readChangeable(
	{
		booking: { appointments },
		availability: { calendar: availability },
		payments: { attempts },
		loyalty: { savingUses },
	}: ReadChangeDeps,
	input: {
		appointmentId: string
		wanted: Pick<WantedChange, 'startsAt'> & Partial<WantedChange>
		now: Instant
	},
): Promise<ChangeableAppointment | null> {
	const { appointmentId, wanted, now } = input
	const { startsAt, serviceId, position = 0 } = wanted
	const { firstDate, dayCount } = daysAround(startsAt, now)
	const [appointment, segments, toChange, offered, payment, uses, calendar] = await Promise.all([
		appointments.appointment(appointmentId),
		appointments.appointmentSegments(appointmentId),
		appointments.appointmentToChange(appointmentId),
		appointments.offeredServices(appointmentId),
		attempts.paymentOfAppointment(appointmentId),
		savingUses.usesOfAppointment(appointmentId),
		availability.calendarOf(
			serviceId
				? { kind: 'change', appointmentId, position, serviceId }
				: { kind: 'appointment', appointmentId },
			calendarWindow(firstDate, dayCount),
			now,
		),
	])
	if (!appointment || !toChange) return null
	return { appointment, segments, toChange, offered, payment, uses, calendar }
}

export type PlanChangeRefusal =
	| Exclude<ChangeRefusal, 'visit_changed'>
	| Unchangeable
	| 'invalid_selection'
	| 'service_not_offered'

type Unchangeable = 'appointment_not_ahead' | 'too_late_to_move'

/**
 * What a change makes of a visit: its people, length and bill.
 * Refuses:
 * - 'appointment_not_ahead' and 'too_late_to_move' to a customer;
 * - 'nothing_to_change', 'service_not_offered', 'invalid_selection';
 * - 'transfer_came', 'payment_disputed' for a price difference that only the shop or the bank can settle;
 * - 'staff_not_free', 'does_not_fit' where no staff has time.
 */
export function planChange(
	found: ChangeableAppointment,
	wanted: WantedChange,
	now: Instant,
	policy: AppointmentPolicy = appointmentPolicies.customer,
): Outcome<ChangePlan, PlanChangeRefusal> {
	const { appointment, toChange, offered, calendar, payment } = found
	const { position, startsAt } = wanted
	const refusal = policy.endsAtStart ? whyUnchangeable(found, now) : null
	if (refusal) return refused(refusal)
	const present = toChange.services[position]
	if (!present) return refused('invalid_selection')
	const service = offered.find(({ id }) => id === wanted.serviceId) ?? null
	if (wanted.serviceId !== null && !service) return refused('service_not_offered')
	if (service && toChange.services.some(({ id }) => id === service.id)) return refused('nothing_to_change')
	if (!service && wanted.staffMemberId === present.staffMemberId) return refused('nothing_to_change')
	const isFree = isFreeToCancel(appointment.refundableUntilAt, now)
	const bill = service ? changeBill(toChange, { position, service, isFree }) : keptBill(toChange)
	if (toChange.transferPaidAt !== null && bill.totalKobo !== toChange.totalKobo)
		return refused('transfer_came')
	if (bill.backKobo > 0 && findPaymentHold(payment) !== null) return refused('payment_disputed')

	const assignments = waysToChange(found, { ...wanted, service }, now)
	const staffMemberId = assignments[0]?.[position]?.staffMemberId
	const name = calendar.staff.find((member) => member.staffMemberId === staffMemberId)?.name
	if (staffMemberId === undefined || name === undefined)
		return refused(service === null ? 'staff_not_free' : 'does_not_fit')
	return accepted({
		position,
		service,
		staff: { staffMemberId, name },
		startsAt,
		endsAt: startsAt + bill.durationMinutes * MINUTE_MS,
		refundableUntilAt:
			startsAt === toChange.startsAt
				? appointment.refundableUntilAt
				: refundableUntilAfterMove(
						appointment.refundableUntilAt,
						startsAt,
						appointment.shop.freeCancellationMinutes,
					),
		isFree,
		bill,
		assignments: assignments.filter((way) => way[position]?.staffMemberId === staffMemberId),
	})
}

export function whyUnchangeable({ appointment }: ChangeableAppointment, now: Instant): Unchangeable | null {
	if (!isAhead(appointment, now)) return 'appointment_not_ahead'
	return mayMove(appointment, appointment.shop.rescheduleCutoffMinutes, now) ? null : 'too_late_to_move'
}

/** Who else could do a service of the visit at its start, by name. */
export function othersFreeThen(found: ChangeableAppointment, position: number, now: Instant) {
	const { toChange: appointment, calendar } = found
	const present = appointment.services[position]
	return calendar.staff.filter(
		(member) =>
			member.position === position &&
			member.staffMemberId !== present?.staffMemberId &&
			waysWith(
				found,
				{ position, service: null, startsAt: appointment.startsAt },
				[member.staffMemberId],
				now,
			).length > 0,
	)
}

/** The nearest starts at which a change is possible. */
export function timesForChange(
	found: ChangeableAppointment,
	wanted: WantedChange,
	now: Instant,
): OtherTimes['times'] {
	const service = found.offered.find(({ id }) => id === wanted.serviceId) ?? null
	const search = searchFor(found, { ...wanted, service }, eligibleFor(found, wanted.position), now)
	return inOrderOfTime(nearestTimes(search, found.appointment.shop.timeZone, found.toChange.startsAt).times)
}

type PlacedChange = { position: number; service: ReplacementService | null; startsAt: Instant }

/** Best first: the present person stays where possible. */
function waysToChange(
	found: ChangeableAppointment,
	{ staffMemberId, ...change }: PlacedChange & { staffMemberId: string | null },
	now: Instant,
): readonly StaffAssignment[] {
	const { position, service } = change
	const eligible = eligibleFor(found, position)
	const present = found.toChange.services[position]?.staffMemberId
	if (staffMemberId !== null)
		return waysWith(found, change, eligible.includes(staffMemberId) ? [staffMemberId] : [], now)
	const others = eligible.filter((id) => id !== present)
	if (service === null || present === undefined || others.length === eligible.length)
		return waysWith(found, change, others, now)
	const same = waysWith(found, change, [present], now)
	return same.length > 0 ? same : waysWith(found, change, others, now)
}

function waysWith(
	found: ChangeableAppointment,
	change: PlacedChange,
	people: readonly string[],
	now: Instant,
): readonly StaffAssignment[] {
	const { startsAt } = change
	// At the present start the half-hour grid and notice do not apply.
	if (startsAt === found.toChange.startsAt)
		return assignmentsAtMinute(searchFor(found, change, people, now, true), startsAt).assignments
	const search = searchFor(found, change, people, now)
	return slotAt(search, startsAt).ok ? rankAssignments(search, startsAt) : []
}

function eligibleFor({ calendar }: ChangeableAppointment, position: number): string[] {
	return calendar.staff
		.filter((member) => member.position === position)
		.map(({ staffMemberId }) => staffMemberId)
}

/** The people of its other services stay. */
function searchFor(
	{ appointment, segments, calendar, toChange }: ChangeableAppointment,
	{ position, service, startsAt }: PlacedChange,
	people: readonly string[],
	now: Instant,
	isOwnStart = false,
): SlotSearch {
	const changed = segments.map(({ isEnabled, staffMemberId, ...segment }, at) => {
		const isEligible = calendar.staff.some(
			(member) => member.position === at && member.staffMemberId === staffMemberId,
		)
		if (at !== position) return { ...segment, staffMemberIds: isEnabled && isEligible ? [staffMemberId] : [] }
		const before = toChange.services[at]?.durationMinutes ?? segment.durationMinutes
		if (service === null) return { ...segment, staffMemberIds: isEnabled ? [...people] : [] }
		return {
			serviceId: service.id,
			bufferMinutes: service.bufferMinutes,
			// Add-ons lengthen the last service (D4).
			durationMinutes: service.durationMinutes + segment.durationMinutes - before,
			staffMemberIds: [...people],
		}
	})
	const shop = isOwnStart
		? { ...appointment.shop, minimumNoticeMinutes: 0, horizonDays: ANY_DAYS }
		: appointment.shop
	return searchIn(shop, calendar.rows, changed, daysAround(startsAt, now), now)
}

/** More days than any visit is ahead. */
const ANY_DAYS = 36_500
