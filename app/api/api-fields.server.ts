import * as z from 'zod'
import { catalogueLimits } from '#app/domain/discovery/catalogue.ts'
import { addDays, type CivilDate, isCivilDate } from '#app/kernel/civil.ts'
import { emailField, phoneField } from '#app/kernel/contact-fields.server.ts'
import { keptField, outsideLine, outsideText, writtenText } from '#app/kernel/form-fields.server.ts'
import { ID_PATTERN } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ListPlace, readPlace, writePlace } from '#app/kernel/list-place.ts'
import { dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** Values of the API: money in kobo, instants as ISO 8601, dates on the shop's clock. */
export const apiIdField = z.string().regex(ID_PATTERN)
/** Ids in a query, separated by commas: 'cut,wash'. */
export function idsField(most: number) {
	return z
		.string()
		.regex(new RegExp(`^[\\w-]{1,64}(,[\\w-]{1,64}){0,${most - 1}}$`))
		.transform((text) => text.split(','))
		.meta({ description: `Ids with commas between them, at most ${most}.` })
}
export function apiLineField(maxLength: number) {
	return outsideLine().min(1).max(maxLength)
}
/** May be empty. */
export function textField(maxLength: number) {
	return outsideText().max(maxLength)
}
export const apiEmailField = emailField('This is not a valid email address.')
export const apiPhoneField = phoneField('This is not a valid phone number.')

export const koboField = z.int().min(catalogueLimits.priceKobo.min).max(catalogueLimits.priceKobo.max)
/** The bounds of civil dates. */
const FIRST_AT = Date.UTC(2000, 0, 1)
const END_AT = Date.UTC(2200, 0, 1)
export const dateField = z.iso.date().refine(isCivilDate, 'This date does not exist.')
export const apiInstantField = z.iso
	.datetime({ offset: true })
	.transform((text): Instant => Date.parse(text))
	.refine((at) => FIRST_AT <= at && at < END_AT, 'Give a date and time in the years 2000 to 2199.')
/** Made by `isoText`. */
export const answeredInstant = z.iso.datetime()

/** '2026-11-23T09:00:00.000Z' */
export function isoText(at: Instant): string {
	return new Date(at).toISOString()
}

export function isoOrNull(at: Instant | null): string | null {
	return at === null ? null : isoText(at)
}

const MAX_LIMIT = 100
const DEFAULT_LIMIT = 50

/** `limit`, and the former page's `next_cursor`. */
export const pagedFields = {
	limit: z
		.string()
		.regex(/^\d{1,3}$/)
		.transform(Number)
		.pipe(z.int().min(1).max(MAX_LIMIT))
		.optional()
		.transform((limit) => limit ?? DEFAULT_LIMIT)
		// For the OpenAPI document: a program passes a number, which the address holds as digits.
		.meta({
			type: 'integer',
			minimum: 1,
			maximum: MAX_LIMIT,
			pattern: undefined,
			description: `Default: ${DEFAULT_LIMIT}.`,
		}),
	cursor: keptField(160)
		.transform((text, context): ListPlace | null => {
			const place = readPlace(text)
			if (place === null)
				context.addIssue({ code: 'custom', message: 'This cursor is not valid for this list.' })
			return place
		})
		.optional()
		.transform((place) => place ?? null),
}

export const pagedQuery = z.strictObject(pagedFields)

export function pageSchema<Item extends z.ZodType>(item: Item) {
	return z.object({ items: z.array(item), next_cursor: writtenText.nullable() })
}

/** A page of a list; `rows` holds up to `limit` plus one. */
export function page<Row, Item>(
	rows: readonly Row[],
	limit: number,
	{ placeOf, itemOf }: { placeOf: (row: Row) => ListPlace; itemOf: (row: Row) => Item },
): { items: Item[]; next_cursor: string | null } {
	const shown = rows.slice(0, limit)
	const last = shown.at(-1)
	return {
		items: shown.map(itemOf),
		next_cursor: rows.length > limit && last !== undefined ? writePlace(placeOf(last)) : null,
	}
}

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
export function rangeInstants(zone: ZoneName, { from, to }: Range): { fromAt: Instant; untilAt: Instant } {
	return {
		fromAt: from === undefined ? 0 : dayStartsAt(zone, from),
		untilAt: to === undefined ? Number.MAX_SAFE_INTEGER : dayStartsAt(zone, addDays(to, 1)),
	}
}
