import { addDays, type CivilDate, dayNumberOf, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { offsetMinutesAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { ShopDay } from './shop-day.ts'

/**
 * `count` days from `firstDate` with the zone's clock changes. It checks the zone once a day, at noon, when no zone
 * changes; only a DST day needs the exact moment (R13).
 */
export function shopDays(zone: ZoneName, firstDate: CivilDate, count: number): ShopDay[] {
	const firstMidnight = dayNumberOf(firstDate) * DAY_MS
	const days: ShopDay[] = []
	let before = noonBefore(zone, firstMidnight, offsetMinutesAt(zone, firstMidnight))
	let noon = noonBefore(zone, firstMidnight + DAY_MS, before.offset)
	for (let index = 0; index < count; index++) {
		const midnight = firstMidnight + index * DAY_MS
		const after = noonBefore(zone, midnight + 2 * DAY_MS, noon.offset)
		const date = index === 0 ? firstDate : addDays(firstDate, index)
		const change = changeOn(zone, midnight, before, noon) ?? changeOn(zone, midnight, noon, after)
		const offset = change === null ? noon.offset : change.offsetBefore
		days.push({
			date,
			dayOfWeek: dayOfWeekOf(date),
			startsAt: midnight - offset * MINUTE_MS,
			dstChange: change && { at: change.at, forwardMinutes: change.offsetAfter - change.offsetBefore },
		})
		before = noon
		noon = after
	}
	return days
}

type Noon = { at: Instant; offset: number }

/**
 * About noon on the day before `midnight`, which is written as if the zone were UTC. The previous day's offset is close
 * enough.
 */
function noonBefore(zone: ZoneName, midnight: number, likelyOffset: number): Noon {
	const at = midnight - 12 * HOUR_MS - likelyOffset * MINUTE_MS
	return { at, offset: offsetMinutesAt(zone, at) }
}

/** Null where the change lies outside the day that begins at `midnight`. */
function changeOn(zone: ZoneName, midnight: number, from: Noon, to: Noon) {
	if (from.offset === to.offset) return null
	const at = instantOfChange(zone, from, to)
	const dayStartsAt = midnight - Math.max(from.offset, to.offset) * MINUTE_MS
	const dayEndsAt = midnight + DAY_MS - Math.min(from.offset, to.offset) * MINUTE_MS
	if (at < dayStartsAt || at > dayEndsAt) return null
	return { at, offsetBefore: from.offset, offsetAfter: to.offset }
}

/** The first minute with the new offset, by halving. */
function instantOfChange(zone: ZoneName, from: Noon, to: Noon): Instant {
	let oldMinute = Math.floor(from.at / MINUTE_MS)
	let newMinute = Math.ceil(to.at / MINUTE_MS)
	while (newMinute - oldMinute > 1) {
		const middle = Math.floor((oldMinute + newMinute) / 2)
		if (offsetMinutesAt(zone, middle * MINUTE_MS) === from.offset) oldMinute = middle
		else newMinute = middle
	}
	return newMinute * MINUTE_MS
}
