import * as z from 'zod'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { typedDateField } from '#app/kernel/owner-fields.server.ts'
import { dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** Days that end with today. */
export const quickRangeDays = [7, 30, 90] as const
export type QuickRangeDays = (typeof quickRangeDays)[number]

/** Both days included; null for no limit. */
export type MovementFilter = { from: CivilDate | null; to: CivilDate | null }

const civilDateField = typedDateField(
	'Choose a date.',
	'We couldn’t read this date. Choose it again.',
).optional()

/** An empty field is no limit. */
export const movementFilterSchema = z
	.object({ from: civilDateField, to: civilDateField })
	.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
		path: ['to'],
		message: 'The end date can’t be before the start date.',
	})
	.transform(({ from = null, to = null }): MovementFilter => ({ from, to }))

export function lastDays(days: QuickRangeDays, today: CivilDate): MovementFilter {
	return { from: addDays(today, 1 - days), to: today }
}

/** Null where no quick range shows these days. */
export function findQuickRange({ from, to }: MovementFilter, today: CivilDate): QuickRangeDays | null {
	return (
		quickRangeDays.find((days) => {
			const range = lastDays(days, today)
			return range.from === from && range.to === to
		}) ?? null
	)
}

/** '?from=2026-11-01&to=2026-11-30', or '' for all time. */
export function filterQuery({ from, to }: MovementFilter, after: string | null = null): string {
	const chosen = { from, to, after }
	const query = new URLSearchParams(
		Object.entries(chosen).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
	).toString()
	return query && `?${query}`
}

/** By a zone's clock, half-open: [sinceAt, untilAt). */
export function filterInstants(
	{ from, to }: MovementFilter,
	zone: ZoneName,
): { sinceAt: Instant; untilAt: Instant } {
	return {
		sinceAt: from === null ? 0 : dayStartsAt(zone, from),
		untilAt: to === null ? Number.MAX_SAFE_INTEGER : dayStartsAt(zone, addDays(to, 1)),
	}
}
