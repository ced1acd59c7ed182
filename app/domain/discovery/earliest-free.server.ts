import { addDays, type CivilDate, dateOfInstant } from '#app/kernel/civil.ts'
import { clockLabel, weekdayLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE, type ZoneName } from '#app/kernel/zone.server.ts'
import type { OpeningClock, OpeningRepository } from './opening-repository.server.ts'

type OnShopClock = { date: CivilDate; startMinute: number; startsAt: Instant }

/** The earliest free time of a shop and the service that it is for, in words; null where none is known. */
export async function readEarliestFree(
	{ openings, now }: { openings: Pick<OpeningRepository, 'earliestOf'>; now: Instant },
	shopId: string,
): Promise<{ serviceId: string; label: string } | null> {
	const found = await openings.earliestOf(shopId, openingClock(now))
	if (!found || !isOnClockOf(found.timeZone, found)) return null
	return { serviceId: found.serviceId, label: earliestLabel(found, civilAt(found.timeZone, now).date) }
}

/** What the check of an opening compares it with. */
export function openingClock(now: Instant): OpeningClock {
	return { now, inDefaultZone: civilAt(DEFAULT_ZONE, now).date, earliest: dateOfInstant(now, -1) }
}

/** False where a shop has moved to another zone since: its clock shows another time then. */
export function isOnClockOf(zone: ZoneName, { date, startMinute, startsAt }: OnShopClock): boolean {
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
