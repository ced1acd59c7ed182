import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { clockLabel, weekdayLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'

type OnShopClock = { date: CivilDate; startMinute: number; startsAt: Instant }

/** False where a shop has since moved to another zone. */
export function isOnClock(zone: ZoneName, { date, startMinute, startsAt }: OnShopClock): boolean {
	const civil = civilAt(zone, startsAt)
	return civil.date === date && civil.minute === startMinute
}

/** 'Today 2:30 PM', 'Tomorrow 9:00 AM', 'Thu 9:00 AM', on the shop's clock. */
export function earliestLabel(
	{ date, startMinute }: Pick<OnShopClock, 'date' | 'startMinute'>,
	today: CivilDate,
): string {
	const day = date === today ? 'Today' : date === addDays(today, 1) ? 'Tomorrow' : weekdayLabel(date)
	return `${day} ${clockLabel(startMinute)}`
}
