import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { CalendarEvent } from '#app/domain/messaging/calendar-file.server.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'

/** A place as a calendar shows it. */
export function calendarSession({
	id,
	planTitle,
	shop,
	staff,
	startsAt,
	durationMinutes,
	status,
}: Place): CalendarEvent {
	const isCancelled = status === 'cancelled'
	return {
		id,
		title: `${planTitle} at ${shop.name}`,
		startsAt,
		durationMinutes,
		location: `${shop.name}, ${fullAddress(shop)}`,
		description: staff ? `Instructor: ${staff.firstName} ${staff.lastName}` : '',
		sequence: isCancelled ? 1 : 0,
		isCancelled,
	}
}
