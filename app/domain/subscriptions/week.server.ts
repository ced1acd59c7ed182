import { addDays, mondayOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** Monday 00:00 on the shop's clock: entries are counted by week (D10). */
export function weekStartsAt(zone: ZoneName, at: Instant): Instant {
	return dayStartsAt(zone, mondayOf(civilAt(zone, at).date))
}

/** A weekly plan then has all its entries again. */
export function nextWeekStartsAt(zone: ZoneName, at: Instant): Instant {
	return dayStartsAt(zone, addDays(mondayOf(civilAt(zone, at).date), 7))
}
