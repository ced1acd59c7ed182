import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt } from '#app/kernel/zone.server.ts'
import type { Opening, ShopCalendar } from './opening-repository.server.ts'

/** The refreshes of a night are spread, so that a zone's shops do not come due at once. */
const SPREAD_HOURS = 5

/**
 * When an unchanged shop's openings are refreshed: in the next night. The new day has only its first start, and the
 * horizon gains a day. Earlier where that first start comes within the notice.
 */
export function nextLookAt(
	{
		shopId,
		timeZone,
		minimumNoticeMinutes,
	}: Pick<ShopCalendar, 'shopId' | 'timeZone' | 'minimumNoticeMinutes'>,
	openings: readonly Pick<Opening, 'startsAt'>[],
	now: Instant,
): Instant {
	const midnight = dayStartsAt(timeZone, addDays(civilAt(timeZone, now).date, 1))
	const ofNextDay = openings.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt >= midnight)
	const lastOffered = Math.min(...ofNextDay) - minimumNoticeMinutes * MINUTE_MS
	return Math.max(
		midnight,
		Math.min(midnight + Math.floor(hashToShare(shopId) * SPREAD_HOURS * HOUR_MS), lastOffered),
	)
}

/** 0 to 1, equal for equal texts: FNV-1a. */
function hashToShare(text: string): number {
	let hash = 0x811c9dc5
	for (let index = 0; index < text.length; index++)
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
	return hash / 2 ** 32
}
