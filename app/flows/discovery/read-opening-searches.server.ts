import type { ShopCalendar } from '#app/domain/discovery/opening-repository.server.ts'
import { calendarWindow, searchIn } from '#app/flows/booking/read-draft.server.ts'
import { type CivilDate, dateOfInstant } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Today and the six days after it, on the shop's clock. */
const OPENING_DAYS = 7

type OpeningSearch = Pick<
	ShopCalendar,
	'shopId' | 'services' | 'timeZone' | 'minimumNoticeMinutes' | 'changeCount'
> & {
	/** On the shop's clock. */
	today: CivilDate
	search: ReturnType<typeof searchIn>
}

/** What the slot engine is asked for the free times of listed shops in the coming week, one for each, in one trip. */
export async function readOpeningSearches(
	{ discovery: { openings } }: Pick<Repositories, 'discovery'>,
	shopIds: readonly string[],
	now: Instant,
): Promise<OpeningSearch[]> {
	// One day earlier than today in any zone, and one more on each side of the window.
	const window = calendarWindow(dateOfInstant(now, -1), OPENING_DAYS + 2)
	const calendars = await openings.calendarsOf(shopIds, window, now)
	return calendars.map((calendar) => {
		const { date: today } = civilAt(calendar.timeZone, now)
		const days = { firstDate: today, dayCount: OPENING_DAYS }
		const { shopId, services, timeZone, minimumNoticeMinutes, changeCount } = calendar
		return {
			...{ shopId, services, timeZone, minimumNoticeMinutes, changeCount, today },
			search: searchIn(calendar, calendar, [], days, now),
		}
	})
}
