import { addDays, type CivilDate, dateOfInstant, isCivilDate, mondayOf } from '#app/kernel/civil.ts'
import { monthNameLabel, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { DayLinks } from '#app/kernel/day-links.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

export const periodKinds = ['day', 'week', 'month'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** The period of an address; a null date is today. */
export type PeriodInput = { kind: PeriodKind; date: CivilDate | null }

/** Both dates included. */
export type Period = { from: CivilDate; until: CivilDate }

const PAGE = '/kiosk/shop/takings'

/** Unreadable parts mean the day of today. */
export function readPeriod(search: URLSearchParams): PeriodInput {
	const date = search.get('date')
	return {
		kind: periodKinds.find((kind) => kind === search.get('period')) ?? 'day',
		date: date !== null && isCivilDate(date) ? date : null,
	}
}

/** The day, the week from Monday (D10), or the month of a date. */
export function findPeriod(kind: PeriodKind, date: CivilDate): Period {
	if (kind === 'day') return { from: date, until: date }
	if (kind === 'week') {
		const from = mondayOf(date)
		return { from, until: addDays(from, 6) }
	}
	const from = `${date.slice(0, 8)}01`
	return { from, until: addDays(`${addDays(from, 31).slice(0, 8)}01`, -1) }
}

export const QUARTER_MS = 15 * MINUTE_MS

/**
 * From `fromAt` to `untilAt`: in the period in at least one zone. From `sureFromAt` to `sureUntilAt`: in every zone.
 */
export type TakingsWindow = { fromAt: Instant; untilAt: Instant; sureFromAt: Instant; sureUntilAt: Instant }

/** No zone is further from UTC. */
const FURTHEST_ZONE_MS = DAY_MS

/** The window of a period before the shop's zone is known: its page makes one round trip. */
export function takingsWindow({ kind, date }: PeriodInput, now: Instant): TakingsWindow {
	const dates = date === null ? [-1, 0, 1].map((days) => dateOfInstant(now, days)) : [date]
	const periods = dates.map((one) => findPeriod(kind, one))
	const starts = periods.map(({ from }) => Date.parse(from))
	const ends = periods.map(({ until }) => Date.parse(until) + DAY_MS)
	return {
		fromAt: Math.min(...starts) - FURTHEST_ZONE_MS,
		untilAt: Math.max(...ends) + FURTHEST_ZONE_MS,
		sureFromAt: Math.max(...starts) + FURTHEST_ZONE_MS,
		sureUntilAt: Math.min(...ends) - FURTHEST_ZONE_MS,
	}
}

/** 'Mon 23 Nov', 'Mon 23 Nov – Sun 29 Nov' with the year where it is another one, 'November 2026'. */
export function periodLabel(kind: PeriodKind, { from, until }: Period, today: CivilDate): string {
	if (kind === 'month') return monthNameLabel(from)
	const days = kind === 'day' ? shortDateLabel(from) : `${shortDateLabel(from)} – ${shortDateLabel(until)}`
	return until.slice(0, 4) === today.slice(0, 4) ? days : `${days} ${until.slice(0, 4)}`
}

/** Of a period's page, or its file. */
export function periodAddress({ kind, date }: PeriodInput, page = PAGE): string {
	const query = new URLSearchParams({
		...(kind !== 'day' && { period: kind }),
		...(date !== null && { date }),
	}).toString()
	return query === '' ? page : `${page}?${query}`
}

/** Links to the periods before and after, and to today's. */
export function periodLinks(kind: PeriodKind, date: CivilDate, today: CivilDate): DayLinks {
	const { from, until } = findPeriod(kind, date)
	const now = findPeriod(kind, today)
	const address = (day: CivilDate) =>
		periodAddress({ kind, date: now.from <= day && day <= now.until ? null : day })
	return {
		date,
		before: address(addDays(from, -1)),
		today: from === now.from ? null : periodAddress({ kind, date: null }),
		after: address(addDays(until, 1)),
	}
}
