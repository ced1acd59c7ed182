import { addDays, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

export const sessionGroups = ['Today', 'Tomorrow', 'This Week', 'Later'] as const
export type SessionGroup = (typeof sessionGroups)[number]

/** After today. */
const WINDOW_DAYS = 30

/** By the days of the shop's clock. A week ends on Sunday. */
export function sessionGroup(zone: ZoneName, startsAt: Instant, now: Instant): SessionGroup {
	const { date } = civilAt(zone, startsAt)
	const today = civilAt(zone, now).date
	if (date <= today) return 'Today'
	if (date === addDays(today, 1)) return 'Tomorrow'
	return date <= nextSunday(today) ? 'This Week' : 'Later'
}

/** The Monday of a later week; null for other groups. */
export function findLaterWeek(zone: ZoneName, startsAt: Instant, now: Instant): string | null {
	if (sessionGroup(zone, startsAt, now) !== 'Later') return null
	return addDays(nextSunday(civilAt(zone, startsAt).date), -6)
}

export function sessionsEndAt(zone: ZoneName, now: Instant): Instant {
	return dayStartsAt(zone, addDays(civilAt(zone, now).date, WINDOW_DAYS + 1))
}

/** In the latest zone: the shop's is not known before the read. */
export function latestSessionsEndAt(now: Instant): Instant {
	return now + (WINDOW_DAYS + 2) * DAY_MS
}

function nextSunday(date: string): string {
	return addDays(date, 7 - dayOfWeekOf(date))
}
