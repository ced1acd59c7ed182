import * as z from 'zod'
import { type SnakeKey, snakeKeys } from '#app/kernel/cased-keys.ts'
import {
	absentValue,
	type DescribedField,
	type DescribedFields,
	type NeededName,
	type ValuesOf,
} from '#app/kernel/described-field.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { apiLineField, apiPhoneField, koboField, textField } from './api-fields.server.ts'

type ApiFields<Fields extends DescribedFields, Names extends keyof Fields = keyof Fields> = {
	[Name in Names as SnakeKey<Name>]: z.ZodType<ValuesOf<Fields>[Name], ValuesOf<Fields>[Name]>
}

export function sentFields<const Fields extends DescribedFields>(fields: Fields): ApiFields<Fields> {
	return apiFields(fields, sentField)
}

/** The required fields of a new row, and the optional ones. */
export function splitSentFields<const Fields extends DescribedFields>(
	fields: Fields,
): {
	needed: ApiFields<Fields, NeededName<Fields>>
	more: ApiFields<Fields, Exclude<keyof Fields, NeededName<Fields>>>
} {
	const part = (isNeeded: boolean) =>
		sentFields(
			Object.fromEntries(
				Object.entries(fields).filter(([, field]) => (absentValue(field) === undefined) === isNeeded),
			),
		) as never
	return { needed: part(true), more: part(false) }
}

/** Stored fields, for answers: an operator may have exceeded the limits. */
export function storedFields<const Fields extends DescribedFields>(fields: Fields): ApiFields<Fields> {
	return apiFields(fields, ({ kind }) => storedField[kind])
}

function apiFields<Fields extends DescribedFields>(
	fields: Fields,
	fieldOf: (field: DescribedField) => z.ZodType,
): ApiFields<Fields> {
	const named = Object.entries(fields).map(([name, field]) => [name, fieldOf(field)])
	return snakeKeys(Object.fromEntries(named)) as ApiFields<Fields>
}

function sentField(field: DescribedField): z.ZodType {
	const schema = withinLimits(field)
	return field.documented === undefined ? schema : schema.describe(field.documented)
}

function withinLimits(field: DescribedField): z.ZodType {
	switch (field.kind) {
		case 'text':
			return textField(field.most)
		case 'line':
			return apiLineField(field.most)
		case 'lineOrEmpty':
			return apiLineField(field.most).or(z.literal(''))
		case 'lineOrNone':
			return apiLineField(field.most).nullable()
		case 'phoneOrNone':
			return apiPhoneField.nullable()
		case 'count':
			return z.int().min(field.min).max(field.max)
		case 'countOrNone':
			return z.int().min(field.min).max(field.max).nullable()
		case 'kobo':
			return koboField
		case 'koboOrNone':
			return koboField.min(1).nullable()
		case 'flag':
			return z.boolean()
		case 'choice':
			return z.enum(field.options.map(({ id }) => id))
	}
}

const storedField: Readonly<Record<DescribedField['kind'], z.ZodType>> = {
	text: writtenText,
	line: writtenText,
	lineOrEmpty: writtenText,
	lineOrNone: writtenText.nullable(),
	phoneOrNone: writtenText.nullable(),
	count: z.int(),
	countOrNone: z.int().nullable(),
	kobo: z.int(),
	koboOrNone: z.int().nullable(),
	flag: z.boolean(),
	choice: writtenText,
}
