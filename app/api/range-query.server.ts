import * as z from 'zod'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { dateField, pagedFields } from './api-fields.server.ts'

/** Days on the shop's clock, inclusive. */
export const rangeFields = {
	from: dateField.optional().meta({ description: 'The first day of a range.' }),
	to: dateField.optional().meta({ description: 'The last day of a range.' }),
}

type Range = { from?: CivilDate | undefined; to?: CivilDate | undefined }

/** Reports a range that ends before it begins. */
export function checkRange({ from, to }: Range, context: z.RefinementCtx): void {
	if (from !== undefined && to !== undefined && to < from)
		context.addIssue({ code: 'custom', path: ['to'], message: 'This day is before the first one.' })
}

export const rangeQuery = z.strictObject({ ...rangeFields, ...pagedFields }).superRefine(checkRange)

/** From the start of the first day to the end of the last; open where none is given. */
export function stretchOf(zone: ZoneName, { from, to }: Range): { fromAt: Instant; untilAt: Instant } {
	return {
		fromAt: from === undefined ? 0 : dayStartsAt(zone, from),
		untilAt: to === undefined ? Number.MAX_SAFE_INTEGER : dayStartsAt(zone, addDays(to, 1)),
	}
}
