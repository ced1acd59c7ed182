import { addDays, mondayOf } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** Monday 00:00 on the shop's clock: entries are counted by week (D10). */
export function weekStartsAt(zone: ZoneName, at: Instant): Instant {
	return dayStartsAt(zone, mondayOf(civilAt(zone, at).date))
}

/** A weekly plan then has all its entries again. */
export function nextWeekStartsAt(zone: ZoneName, at: Instant): Instant {
	return dayStartsAt(zone, addDays(mondayOf(civilAt(zone, at).date), 7))
}

/** The time to pay an order at the shop (D45). */
export const ORDER_MS = 7 * DAY_MS
/** The shop may start an order this much later: its money may have come in time, unrecorded (D62). */
export const LATE_ORDER_MS = 7 * DAY_MS

/**
 * A period from now, or from the end of the renewed one (D45). It has whole days of the shop's clock and ends at a
 * midnight there.
 */
export function planPeriod(
	{
		timeZone,
		periodDays,
		renewedEndsAt,
	}: { timeZone: ZoneName; periodDays: number; renewedEndsAt: Instant | null },
	now: Instant,
): { startsAt: Instant; endsAt: Instant } {
	const startsAt = Math.max(now, renewedEndsAt ?? now)
	const { date } = civilAt(timeZone, startsAt)
	return { startsAt, endsAt: dayStartsAt(timeZone, addDays(date, periodDays)) }
}
