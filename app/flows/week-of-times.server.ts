import { openSlots } from '#app/domain/availability/open-slots.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { STRIP_DAYS, type WeekOfTimes } from '#app/domain/availability/week-view.ts'
import type { BookingShop } from '#app/domain/booking/draft-repository.server.ts'
import { addDays, type CivilDate, dateOfInstant, daysBetween, isCivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

/** What a URL asks for. What is no date, is past, or lies beyond the shop's horizon counts as not asked for. */
export type WishedWeek = { wishedFrom: string | null; wishedDate: string | null }

type Days = { firstDate: CivilDate; dayCount: number }

/** The days to read for it. The zone is not known before the read: a day on each side covers every 'today'. */
export function daysToRead({ wishedFrom }: WishedWeek, now: Instant): Days {
	const earliest = dateOfInstant(now, -1)
	const wished = dateOrNull(wishedFrom) ?? earliest
	return { firstDate: daysBetween(earliest, wished) > 0 ? wished : earliest, dayCount: STRIP_DAYS + 2 }
}

/** Seven days of times. Without a wished day, that of `nowAt` (what the customer has) is shown, when it is among them. */
export function weekOfTimes(
	shop: Pick<BookingShop, 'timeZone' | 'horizonDays'>,
	searchFor: (days: Days) => SlotSearch,
	wished: WishedWeek & { nowAt: Instant | null },
	now: Instant,
): WeekOfTimes {
	const today = civilAt(shop.timeZone, now).date
	const wishedFrom = dateOrNull(wished.wishedFrom) ?? today
	const daysAhead = daysBetween(today, wishedFrom)
	const firstDate = daysAhead > 0 && daysAhead < shop.horizonDays ? wishedFrom : today
	const days = openSlots(searchFor({ firstDate, dayCount: STRIP_DAYS }))
	const dateOfNow = wished.nowAt === null ? null : civilAt(shop.timeZone, wished.nowAt).date
	const freeOn = (date: string | null) => days.find((day) => day.date === date && day.freeCount > 0)
	const back = daysBetween(today, firstDate)
	const next = addDays(firstDate, STRIP_DAYS)
	return {
		today,
		days,
		chosen: freeOn(wished.wishedDate) ?? freeOn(dateOfNow) ?? days.find((day) => day.freeCount > 0) ?? null,
		previousFrom: back > 0 ? addDays(firstDate, -Math.min(back, STRIP_DAYS)) : null,
		nextFrom: daysBetween(today, next) < shop.horizonDays ? next : null,
	}
}

function dateOrNull(text: string | null): CivilDate | null {
	return text !== null && isCivilDate(text) ? text : null
}
