import { firstOpenings, nextFree } from '#app/domain/availability/first-openings.ts'
import { earliestLabel } from '#app/domain/discovery/earliest-free.server.ts'
import { nextLookAt } from '#app/domain/discovery/next-look.server.ts'
import type { ShopCalendar } from '#app/domain/discovery/opening-repository.server.ts'
import { calendarWindow, searchIn } from '#app/flows/booking/read-draft.server.ts'
import { type CivilDate, dateOfInstant } from '#app/kernel/civil.ts'
import type { Clock, HasTime, Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type OpeningDeps = Pick<Repositories, 'discovery' | 'writeBatch'>

/** Shops of one trip and one write. */
export const SHOPS_AT_ONCE = 40

/**
 * Finds today's free starts and the first of each coming day in these shops (R17), and keeps them. Safe beside itself
 * and bookings: a shop changed meanwhile stays due, and readers check stored openings. Gives how many of the shops are
 * listed.
 */
export async function refreshOpenings(
	{ discovery, writeBatch }: OpeningDeps,
	{ shopIds, now }: { shopIds: readonly string[]; now: Instant },
): Promise<number> {
	if (shopIds.length === 0) return 0
	const looks = (await readOpeningSearches({ discovery }, shopIds, now)).map(
		({ search, services, ...shop }) => {
			const { shopId } = shop
			const openings = firstOpenings(search, services).map((opening) => ({ shopId, ...opening }))
			return { ...shop, openings, nextAt: nextLookAt(shop, openings, now) }
		},
	)
	await writeBatch(discovery.openings.keepOpenings(looks))
	return looks.length
}

/** Every minute: refreshes shops that changed or whose nightly look is due, while there is time. Gives how many. */
export async function refreshDueOpenings(deps: OpeningDeps, clock: Clock, hasTime: HasTime): Promise<number> {
	let looks = 0
	while (hasTime()) {
		const now = clock()
		const shopIds = await deps.discovery.openings.shopsToLookAt(now, SHOPS_AT_ONCE)
		const refreshed = await refreshOpenings(deps, { shopIds, now })
		if (refreshed === 0) break
		looks += refreshed
	}
	return looks
}

/** On the shop's clock, with today. */
const OPENING_DAYS = 7

type OpeningSearch = Pick<
	ShopCalendar,
	'shopId' | 'services' | 'timeZone' | 'minimumNoticeMinutes' | 'changeCount'
> & {
	/** On the shop's clock. */
	today: CivilDate
	search: ReturnType<typeof searchIn>
}

/** In one trip, for listed shops. */
async function readOpeningSearches(
	{ discovery: { openings } }: Pick<Repositories, 'discovery'>,
	shopIds: readonly string[],
	now: Instant,
): Promise<OpeningSearch[]> {
	// One day more on each side covers every zone.
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

/**
 * The next free time of each service in words, 'Today 2:30 PM' (R17); null for none in seven days. Empty for a shop
 * that is not listed.
 */
export async function readNextFreeTimes(
	deps: Pick<Repositories, 'discovery'>,
	{ shopId, now }: { shopId: string; now: Instant },
): Promise<Map<string, string | null>> {
	const [shop] = await readOpeningSearches(deps, [shopId], now)
	return new Map(
		shop?.services.map((service) => {
			const found = nextFree(shop.search, service)
			return [service.serviceId, found && earliestLabel(found, shop.today)]
		}),
	)
}
