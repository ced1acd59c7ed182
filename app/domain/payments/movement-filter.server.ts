import * as z from 'zod'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { typedDateField } from '#app/kernel/typed-times.server.ts'
import { dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** The quick ranges, in days that end with today. */
export const quickRangeDays = [7, 30, 90] as const
export type QuickRangeDays = (typeof quickRangeDays)[number]

/** Which days of the transactions are shown, both included; null for no limit. */
export type MovementFilter = { from: CivilDate | null; to: CivilDate | null }

const civilDateField = typedDateField(
	'Choose a date.',
	'We couldn’t read this date. Choose it again.',
).optional()

/** The dates of the filter as its form sends them; an empty field is no limit. */
export const movementFilterSchema = z
	.object({ from: civilDateField, to: civilDateField })
	.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
		path: ['to'],
		message: 'The end date can’t be before the start date.',
	})
	.transform(({ from = null, to = null }): MovementFilter => ({ from, to }))

/** The last days: today and the days before it. */
export function lastDays(days: QuickRangeDays, today: CivilDate): MovementFilter {
	return { from: addDays(today, 1 - days), to: today }
}

/** The quick range that shows the same days; null where there is none. */
export function quickRangeOf({ from, to }: MovementFilter, today: CivilDate): QuickRangeDays | null {
	return (
		quickRangeDays.find((days) => {
			const range = lastDays(days, today)
			return range.from === from && range.to === to
		}) ?? null
	)
}

/** The filter as the query of an address: '?from=2026-11-01&to=2026-11-30', or '' for all time. */
export function filterQuery({ from, to }: MovementFilter, after: string | null = null): string {
	const chosen = { from, to, after }
	const query = new URLSearchParams(
		Object.entries(chosen).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
	).toString()
	return query && `?${query}`
}

/** The instants of the chosen days by a zone's clock, half-open: [sinceAt, untilAt). */
export function instantsOf(
	{ from, to }: MovementFilter,
	zone: ZoneName,
): { sinceAt: Instant; untilAt: Instant } {
	return {
		sinceAt: from === null ? 0 : dayStartsAt(zone, from),
		untilAt: to === null ? Number.MAX_SAFE_INTEGER : dayStartsAt(zone, addDays(to, 1)),
	}
}
