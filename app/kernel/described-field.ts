import type { Kobo } from './money.ts'

/**
 * A field of what a shop owns, said once. Its row, its owner's form, the API, the operator's import and the notice of
 * a change are made from it. What is special about a thing stays plain code beside its fields.
 */
export type DescribedField = {
	/** How its owner reads it. */
	label: string
	/** Its label on the form, where that asks in other words. */
	asked?: string
	/** Under its label on the form. */
	hint?: string
	/** Its name in the form, where that differs from the row's: an amount of naira becomes one of kobo. */
	typedAs?: string
	/** What the API's document says of it. */
	documented?: string
	/** Its column in the operator's file. Without one no file says it. */
	column?: string
} & (
	| {
			/** Several lines; '' for none. `rows`: its height on the form. */ kind: 'text'
			most: number
			rows: number
	  }
	| { /** One line that has to be there. */ kind: 'line'; most: number; missing: string }
	| { /** One line; null for none. */ kind: 'lineOrNone'; most: number }
	| { /** E.164; null for none. */ kind: 'phoneOrNone' }
	| CountField
	| { /** Left empty it is null. */ kind: 'countOrNone'; min: number; max: number }
	| { /** Typed in naira. `what`: how its problem calls it. */ kind: 'kobo'; missing: string; what?: string }
	| { kind: 'flag' }
)

/** A whole number. */
type CountField = {
	kind: 'count'
	min: number
	max: number
	/** What an empty field of the form means. Without it, it has to be typed. */
	emptyField?: number
	/** What an empty cell of the operator's file means. Without it, a new row needs one. */
	emptyCell?: number
	/** How its problem calls it, where that is not its label. */
	what?: string
	/** How it reads. */
	say?: (value: number) => string
}

/** The fields of a thing, in the order of its form. */
export type DescribedFields = Readonly<Record<string, DescribedField>>

type ValueOfKind = {
	text: string
	line: string
	lineOrNone: string | null
	phoneOrNone: string | null
	count: number
	countOrNone: number | null
	kobo: Kobo
	flag: boolean
}

/** The values of these fields, as a row has them. */
export type ValuesOf<Fields extends DescribedFields> = {
	-readonly [Name in keyof Fields]: ValueOfKind[Fields[Name]['kind']]
}

/** Those of the fields that the operator's file has. */
export type ImportedOf<Fields extends DescribedFields> = {
	-readonly [Name in keyof Fields as Fields[Name] extends { column: string }
		? Name
		: never]: ValueOfKind[Fields[Name]['kind']]
}

/** What an empty cell of the operator's file means; undefined where a new row needs one. */
export function emptyCell(field: DescribedField): string | number | boolean | null | undefined {
	switch (field.kind) {
		case 'text':
			return ''
		case 'lineOrNone':
		case 'phoneOrNone':
		case 'countOrNone':
			return null
		case 'count':
			return field.emptyCell
		case 'flag':
			return true
		case 'line':
		case 'kobo':
			return undefined
	}
}

/** What a new row of an import has where the file says nothing. What it needs is missing. */
export function emptyValues<Fields extends DescribedFields>(fields: Fields): Partial<ImportedOf<Fields>> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.column !== undefined && emptyCell(field) !== undefined)
			.map(([name, field]) => [name, emptyCell(field)]),
	) as Partial<ImportedOf<Fields>>
}

/** The columns that a new row needs in the operator's file, by the name of their value. */
export function neededColumns<Fields extends DescribedFields>(
	fields: Fields,
): Partial<Record<keyof ImportedOf<Fields>, string>> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.column !== undefined && emptyCell(field) === undefined)
			.map(([name, { column }]) => [name, column]),
	) as Partial<Record<keyof ImportedOf<Fields>, string>>
}
