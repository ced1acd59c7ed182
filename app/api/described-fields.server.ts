import * as z from 'zod'
import type { SnakeKey } from '#app/kernel/cased-keys.ts'
import { snakeKeys } from '#app/kernel/cased-keys.ts'
import type { DescribedField, DescribedFields, ValuesOf } from '#app/kernel/described-field.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { apiLineField, apiPhoneField, koboField, textField } from './api-fields.server.ts'

type ApiFields<Fields extends DescribedFields> = {
	[Name in keyof Fields as SnakeKey<Name>]: z.ZodType<ValuesOf<Fields>[Name], ValuesOf<Fields>[Name]>
}

/** The fields as a program sends them, within their limits. */
export function sentFields<const Fields extends DescribedFields>(fields: Fields): ApiFields<Fields> {
	return apiFields(fields, sentField)
}

/** The fields as they are stored: an operator may have set one beyond its limits. */
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
		case 'flag':
			return z.boolean()
	}
}

const storedField: Readonly<Record<DescribedField['kind'], z.ZodType>> = {
	text: writtenText,
	line: writtenText,
	lineOrNone: writtenText.nullable(),
	phoneOrNone: writtenText.nullable(),
	count: z.int(),
	countOrNone: z.int().nullable(),
	kobo: z.int(),
	flag: z.boolean(),
}
