import * as z from 'zod'
import { optionalPhoneField } from './contact-fields.server.ts'
import type { DescribedField, DescribedFields, ValuesOf } from './described-field.ts'
import { neededLine, shortLine, writtenText } from './form-fields.server.ts'
import { nairaToType } from './money.ts'
import {
	isOnField,
	optionalCountField,
	ownersForm,
	readSeen,
	typedCountField,
	typedNairaField,
	typedTextField,
} from './owner-fields.server.ts'
import { phoneLabel } from './phone.ts'

const PHONE_WORDS = 'Type a number like 0803 123 4567 or +234 803 123 4567'

type TypedName<Fields extends DescribedFields, Name extends keyof Fields> = Fields[Name] extends {
	typedAs: infer Typed extends string
}
	? Typed
	: Name

/** By their names in the form. */
type FormFields<Fields extends DescribedFields> = {
	[Name in keyof Fields as TypedName<Fields, Name>]: z.ZodType<ValuesOf<Fields>[Name]>
}

type SeenFields<Fields extends DescribedFields> = {
	[Name in keyof Fields]: z.ZodType<ValuesOf<Fields>[Name]>
}

export function formFields<const Fields extends DescribedFields>(fields: Fields): FormFields<Fields> {
	return mapped(fields, ([name, field]) => [field.typedAs ?? name, formField(field)])
}

function formField(field: DescribedField): z.ZodType {
	switch (field.kind) {
		case 'text':
			return typedTextField(field.most)
		case 'line':
			return neededLine(field.missing, field.most)
		case 'lineOrEmpty':
			return shortLine(field.most).default('')
		case 'lineOrNone':
			return shortLine(field.most)
				.optional()
				.transform((typed) => typed || null)
		case 'phoneOrNone':
			return optionalPhoneField(PHONE_WORDS)
		case 'count': {
			const { label, what = label, emptyField } = field
			return emptyField === undefined
				? typedCountField(what, field)
				: optionalCountField(what, field, emptyField)
		}
		case 'countOrNone':
			return optionalCountField(field.label, field, null)
		case 'kobo':
		case 'koboOrNone': {
			const { kind, label, what = `The ${label.toLowerCase()}`, emptyField } = field
			const typed = typedNairaField(field.missing, what)
			if (kind === 'koboOrNone') return typed.optional().transform((kobo) => kobo || null)
			return emptyField === undefined ? typed : typed.optional().transform((kobo) => kobo ?? emptyField)
		}
		case 'flag':
			return isOnField
		case 'choice':
			return z.enum(
				field.options.map(({ id }) => id),
				field.missing,
			)
	}
}

/** For `fieldConstraints`. */
export function postedNames<Fields extends DescribedFields>(
	fields: Fields,
): (keyof FormFields<Fields> & string)[] {
	return Object.entries(fields).flatMap(([name, field]) =>
		field.kind === 'flag' ? [] : [(field.typedAs ?? name) as keyof FormFields<Fields> & string],
	)
}

/** By their names in the row. */
export function valuesOfForm<Fields extends DescribedFields>(
	fields: Fields,
	typed: { [Name in keyof FormFields<Fields>]: z.output<FormFields<Fields>[Name]> },
): ValuesOf<Fields> {
	const values: Readonly<Record<string, unknown>> = typed
	return mapped(fields, ([name, field]) => [name, values[field.typedAs ?? name]])
}

/** By their names in the form. */
export function valuesToType<Fields extends DescribedFields>(
	fields: Fields,
	row: ValuesOf<Fields>,
): Record<keyof FormFields<Fields>, string> {
	return mapped(fields, ([name, field]) => [field.typedAs ?? name, valueToType(field, row[name])])
}

function valueToType(field: DescribedField, value: unknown): string {
	if (value === null) return ''
	switch (field.kind) {
		case 'phoneOrNone':
			return phoneLabel(String(value))
		case 'kobo':
		case 'koboOrNone':
			return value === field.emptyField ? '' : nairaToType(Number(value))
		case 'flag':
			return value ? 'on' : ''
		default:
			return String(value)
	}
}

export function seenFields<const Fields extends DescribedFields>(fields: Fields): SeenFields<Fields> {
	return mapped(fields, ([name, { kind }]) => [name, seenField[kind]])
}

const seenField: Readonly<Record<DescribedField['kind'], z.ZodType>> = {
	text: writtenText,
	line: writtenText,
	lineOrEmpty: writtenText,
	lineOrNone: writtenText.nullable(),
	phoneOrNone: writtenText.nullable(),
	count: z.number(),
	countOrNone: z.number().nullable(),
	kobo: z.number(),
	koboOrNone: z.number().nullable(),
	flag: z.boolean(),
	choice: writtenText,
}

/** The form of a row: its schema, its first values, and the row as shown. */
export function rowForm<const Fields extends DescribedFields>(fields: Fields) {
	const seen = z.object(seenFields(fields)) as unknown as z.ZodType<ValuesOf<Fields>>
	return {
		schema: z.object({ ...ownersForm, ...formFields(fields) }),
		/** Without the id. */
		seenOf: (row: ValuesOf<Fields>): string => JSON.stringify(seen.parse(row)),
		/** Null for what no form of ours sends. */
		readSeen: (sent: string | undefined): ValuesOf<Fields> | null => readSeen(seen, sent),
		/** A new row's boxes are ticked. */
		startOfNew: Object.fromEntries(
			Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'flag' ? [[name, 'on']] : [])),
		),
	}
}

/** `Object.fromEntries` with the type that the caller names. */
function mapped<Made>(
	fields: DescribedFields,
	entryOf: (entry: [name: string, field: DescribedField]) => [string, unknown],
): Made {
	return Object.fromEntries(Object.entries(fields).map(entryOf)) as Made
}
