import { addDays, mondayOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** Monday 00:00 on the shop's clock, of the week that an instant falls in: entries are counted by it (D10). */
export function weekStartsAt(zone: ZoneName, at: Instant): Instant {
	return dayStartsAt(zone, mondayOf(civilAt(zone, at).date))
}

/** When the next week begins, and a weekly plan has all its entries again. */
export function nextWeekStartsAt(zone: ZoneName, at: Instant): Instant {
	return dayStartsAt(zone, addDays(mondayOf(civilAt(zone, at).date), 7))
}
