import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { searchIn } from './read-draft.server.ts'

/**
 * The slot search for a wait: the search that the page of times makes (R17). `serviceIds` are the services that the
 * calendar was read for, in its order.
 */
export function waitSearch(
	{ shop, service, serviceId, staffMemberId, date }: SlotWait,
	{ staff, rows }: BookingCalendar,
	serviceIds: readonly string[],
	now: Instant,
): SlotSearch {
	const position = serviceIds.indexOf(serviceId)
	const staffMemberIds = staff
		.filter((member) => member.position === position)
		.map((member) => member.staffMemberId)
		.filter((id) => staffMemberId === null || id === staffMemberId)
	const { durationMinutes, bufferMinutes } = service
	const segments = [{ serviceId, staffMemberIds, durationMinutes, bufferMinutes }]
	return searchIn(shop, rows, segments, { firstDate: date, dayCount: 1 }, now)
}

/** The starts of a search that are free, in order. */
export function freeStarts(search: SlotSearch): Instant[] {
	const slots = openSlots(search).flatMap((day) => day.slots)
	return slots.filter(({ free }) => free).map(({ startsAt }) => startsAt)
}
