import { fullAddress } from '#app/domain/discovery/full-address.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import type { CalendarSession } from '#app/domain/subscriptions/session-calendar.server.ts'

/** A place as a calendar shows it. */
export function calendarSession({
	id,
	planTitle,
	shop,
	staff,
	startsAt,
	durationMinutes,
	status,
}: Place): CalendarSession {
	return {
		bookingId: id,
		title: `${planTitle} at ${shop.name}`,
		startsAt,
		durationMinutes,
		location: `${shop.name}, ${fullAddress(shop)}`,
		description: staff ? `Instructor: ${staff.firstName} ${staff.lastName}` : '',
		isCancelled: status === 'cancelled',
	}
}
