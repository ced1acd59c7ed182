import type { CalendarRows } from '#app/domain/availability/slot-search.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

export const STAFF_ID = 'staff-0000000000000000'

/**
 * The calendar of one person that both engines get: 7 days, 9:00 to 18:00 with a break from 13:00 to 14:00,
 * appointments of 30 or 60 minutes (of 5, close together, when there are many). It goes through JSON: no two strings
 * are one object, as in rows of a database.
 */
export function benchCalendar(firstMidnightAt: Instant, appointments: number): CalendarRows {
	const weekdays = [1, 2, 3, 4, 5, 6, 7]
	const perDay = Math.ceil(appointments / 7)
	const isCrowded = perDay > 10
	const spacing = isCrowded ? 10 : Math.floor(540 / perDay)
	const rows: CalendarRows = {
		shopHours: weekdays.map((dayOfWeek) => ({ dayOfWeek, opensMinute: 480, closesMinute: 1200 })),
		schedules: weekdays.map((dayOfWeek) => ({
			staffMemberId: STAFF_ID,
			dayOfWeek,
			isAvailable: true,
			startMinute: 540,
			endMinute: 1080,
			breakStartMinute: 780,
			breakEndMinute: 840,
		})),
		daysOff: [],
		busy: Array.from({ length: appointments }, (_, index) => {
			const day = index % 7
			const minute = 540 + Math.floor(index / 7) * spacing
			const startsAt = firstMidnightAt + day * DAY_MS + minute * MINUTE_MS
			const minutes = isCrowded ? 5 : 30 + 30 * (index % 2)
			return { staffMemberId: STAFF_ID, startsAt, blockedUntilAt: startsAt + minutes * MINUTE_MS }
		}).sort((a, b) => a.startsAt - b.startsAt),
	}
	return JSON.parse(JSON.stringify(rows))
}
