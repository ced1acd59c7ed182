import type { BookingCalendar, CalendarSubject } from '#app/domain/availability/calendar-repository.server.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { totalMinutes } from '#app/domain/availability/slot-search.ts'
import { fitsAnOpening } from '#app/domain/availability/week-view.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	moveSearch,
	type ReadAppointmentDeps,
	readAppointment,
	type WantedStaff,
} from './read-appointment.server.ts'
import { calendarWindow, planSegments, searchIn } from './read-draft.server.ts'
import { withoutNotice } from './take-slot.server.ts'

export type ShopTimesInput = {
	shopId: string
	timeZone: string
	/** In order; one to four. */
	serviceIds: readonly string[]
	addOnIds: readonly string[]
	/** Null: any free person. */
	staffMemberId: string | null
	/** On the shop's clock. */
	date: CivilDate
	now: Instant
}

/** One visit has each service and add-on once. */
export function isListedTwice(ids: readonly string[]): boolean {
	return new Set(ids).size < ids.length
}

type ShopTimes = { durationMinutes: number; startsAt: Instant[] }

/**
 * The free half-hours of a day at which a shop can book these services itself, in one trip. Notice and horizon do not
 * apply; a past day has none. Refuses 'listed_twice', 'service_not_offered', 'add_on_not_offered', and
 * 'staff_not_available' for a person who does not do all services.
 */
export async function readShopTimes(
	{ booking: { appointments }, availability }: Pick<Repositories, 'booking' | 'availability'>,
	{ shopId, timeZone, serviceIds, addOnIds, staffMemberId, date, now }: ShopTimesInput,
): Promise<
	Outcome<ShopTimes, 'listed_twice' | 'service_not_offered' | 'add_on_not_offered' | 'staff_not_available'>
> {
	if (isListedTwice(serviceIds) || isListedTwice(addOnIds)) return refused('listed_twice')
	const [services, addOns, calendar] = await Promise.all([
		appointments.walkInServices(shopId, serviceIds),
		addOnIds.length === 0 ? [] : appointments.walkInAddOns(shopId, addOnIds),
		availability.calendar.calendarOf(
			{ kind: 'services', shopId, serviceIds, staffMemberId },
			calendarWindow(date, 1),
			now,
		),
	])
	if (services.length < serviceIds.length) return refused('service_not_offered')
	if (addOns.length < addOnIds.length) return refused('add_on_not_offered')
	const input = { services: services.map((one) => ({ ...one, serviceId: one.id })), addOns }
	const segments = planSegments(input, calendar)
	if (staffMemberId !== null && segments.some(({ staffMemberIds }) => staffMemberIds.length === 0))
		return refused('staff_not_available')
	const days = { firstDate: date, dayCount: 1 }
	const search = searchIn({ timeZone, ...withoutNotice }, calendar.rows, segments, days, now)
	// For a past day the search gives today, which was not requested.
	const day = openSlots(search).find((one) => one.date === date)
	return accepted({
		durationMinutes: totalMinutes(segments),
		startsAt: (day?.slots ?? []).filter(({ free }) => free).map(({ startsAt }) => startsAt),
	})
}

/**
 * The free half-hours of a day to which a shop can move an appointment, in one trip. Notice and horizon do not apply,
 * its own time counts as free (R21). Null for no appointment.
 */
export async function readShopMoveTimes(
	deps: ReadAppointmentDeps,
	input: {
		appointmentId: string
		/** On the shop's clock. */
		date: CivilDate
		staff: WantedStaff
		now: Instant
	},
): Promise<Instant[] | null> {
	const { appointmentId, date, staff, now } = input
	const days = { firstDate: date, dayCount: 1 }
	const found = await readAppointment(deps, { appointmentId, ...days, now })
	if (!found) return null
	const shop = { ...found.appointment.shop, ...withoutNotice }
	const search = moveSearch({ ...found, appointment: { ...found.appointment, shop } }, days, now, staff)
	const day = openSlots(search).find((one) => one.date === date)
	return (day?.slots ?? []).filter(({ free }) => free).map(({ startsAt }) => startsAt)
}

type Subject = Extract<CalendarSubject, { kind: 'services' | 'own services' }>

/** A range before any booking: only weekly hours are read. */
const noDays = { firstDate: '1970-01-01', lastDate: '1970-01-01', fromAt: 0, untilAt: 0 } as const

/** The weekly hours of a service's people, in the trip of the caller's other reads. */
export function readServiceHours(
	{ availability }: Pick<Repositories, 'availability'>,
	subject: Subject,
): Promise<BookingCalendar> {
	return availability.calendar.calendarOf(subject, noDays, 0)
}

/** Whether a service fits into a working day of its people (R51); null where no one can. */
export function serviceFits(
	{ id, durationMinutes, bufferMinutes }: { id: string; durationMinutes: number; bufferMinutes: number },
	calendar: BookingCalendar,
): boolean | null {
	const services = [{ serviceId: id, durationMinutes, bufferMinutes }]
	return fitsAnOpening({ rows: calendar.rows, segments: planSegments({ services, addOns: [] }, calendar) })
}
