import { addDays } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** How long an order that is to be paid at the shop can be paid there (D45). */
export const ORDER_MS = 7 * DAY_MS
/** So much later the shop may still start one: its money may have come in time, without being written down (D62). */
export const LATE_ORDER_MS = 7 * DAY_MS

/**
 * When a plan that is paid now runs: at once, or from the end of the period that it goes on from where that is ahead
 * (D45). Its days are those of the shop's clock, the first one whole: so it ends at a midnight there.
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
