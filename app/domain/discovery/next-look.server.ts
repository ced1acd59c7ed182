import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt } from '#app/kernel/zone.server.ts'
import type { Opening, ShopCalendar } from './opening-repository.server.ts'

/** The looks of a night are spread over so many hours, so that the shops of a zone do not come due at once. */
const SPREAD_HOURS = 5

/**
 * When a shop that nothing changes is looked at next: in the night after `now`, for its new day shows its first start
 * alone and the week has one day more. Before that first start is inside the notice.
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
		Math.min(midnight + Math.floor(shareOf(shopId) * SPREAD_HOURS * HOUR_MS), lastOffered),
	)
}

/** 0 to 1, the same for the same text: FNV-1a. */
function shareOf(text: string): number {
	let hash = 0x811c9dc5
	for (let index = 0; index < text.length; index++)
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
	return hash / 2 ** 32
}
