import { earliestLabel, isOnClockOf, openingClock } from '#app/domain/discovery/earliest-free.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The earliest free time of a shop and the service that it is for, in words; null where none is known. */
export async function readEarliestFree(
	{ discovery: { openings }, now }: Pick<Repositories, 'discovery'> & { now: Instant },
	shopId: string,
): Promise<{ serviceId: string; label: string } | null> {
	const found = await openings.earliestOf(shopId, openingClock(now))
	if (!found || !isOnClockOf(found.timeZone, found)) return null
	return { serviceId: found.serviceId, label: earliestLabel(found, civilAt(found.timeZone, now).date) }
}
