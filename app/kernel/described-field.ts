import type { Kobo } from './money.ts'

/**
 * A field of what a shop owns, said once. Its row, its owner's form, the API, the operator's import and the notice of
 * a change are made from it. What is special about a thing stays plain code beside its fields.
 */
export type DescribedField = {
	/** How its owner reads it. */
	label: string
	/** Its label on the form, where that asks in other words. */
	formLabel?: string
	/** Under its label on the form. */
	hint?: string
	/** Under its label on the form of a row that is there already. */
	hintOfRow?: string
	/** Its name in the form, where that differs from the row's: an amount of naira becomes one of kobo. */
	typedAs?: string
	/** How no value reads. Default: 'none'. */
	none?: string
	/** What the API's document says of it. */
	documented?: string
	/** Its column in the operator's file. Without one no file says it. */
	column?: string
} & (TextField | LineField | PhoneField | CountField | CountOrNoneField | KoboField | FlagField | ChoiceField)

/** Several lines; '' for none. `rows`: its height on the form. */
type TextField = { kind: 'text'; most: number; rows: number }

/** One line, which has to be there, is '' for none, or null. `keyboard`: a kind of `app/ui/form/field-kinds.ts`. */
type LineField = { most: number; keyboard?: 'remark' | 'customerName' } & (
	| { kind: 'line'; missing: string }
	| { kind: 'lineOrEmpty' | 'lineOrNone' }
)

/** E.164; null for none. */
type PhoneField = { kind: 'phoneOrNone' }

/** A whole number; null where it is left empty. */
type CountOrNoneField = { kind: 'countOrNone'; min: number; max: number; say?: (value: number) => string }

type FlagField = { kind: 'flag' }

/** One of these. `missing`: what is said where none is chosen. */
type ChoiceField = { kind: 'choice'; options: readonly { id: string; name: string }[]; missing: string }

/** An amount, typed in naira; `koboOrNone` is null where it is left empty. */
type KoboField = {
	kind: 'kobo' | 'koboOrNone'
	missing: string
	/** How its problem calls it, where that is not its label with its article. */
	what?: string
	/** What an empty field of the form means; such an amount begins empty. */
	emptyField?: 0
	absent?: 0
}

/** A whole number. */
type CountField = {
	kind: 'count'
	min: number
	max: number
	/** What an empty field of the form means. Without it, it has to be typed. */
	emptyField?: number
	/** What a new row has where a program or a file says nothing. Without it, they have to. */
	absent?: number
	/** How its problem calls it, where that is not its label. */
	what?: string
	/** How it reads. */
	say?: (value: number) => string
}

/** The fields of a thing, in the order of its row. */
export type DescribedFields = Readonly<Record<string, DescribedField>>

type ValueOfKind = {
	text: string
	line: string
	lineOrEmpty: string
	lineOrNone: string | null
	phoneOrNone: string | null
	count: number
	countOrNone: number | null
	kobo: Kobo
	koboOrNone: Kobo | null
	flag: boolean
}

type ValueOf<Field extends DescribedField> = Field extends { options: readonly { id: infer Id }[] }
	? Id
	: Field['kind'] extends keyof ValueOfKind
		? ValueOfKind[Field['kind']]
		: never

/** The values of these fields, as a row has them. */
export type ValuesOf<Fields extends DescribedFields> = {
	-readonly [Name in keyof Fields]: ValueOf<Fields[Name]>
}

/** The fields that a program and a file have to say of a new row. */
export type NeededName<Fields extends DescribedFields> = {
	[Name in keyof Fields]: Fields[Name] extends { absent: number }
		? never
		: Fields[Name] extends { kind: 'line' | 'count' | 'kobo' | 'choice' }
			? Name
			: never
}[keyof Fields]

/** Those of the fields that the operator's file has. */
export type ImportedOf<Fields extends DescribedFields> = {
	-readonly [Name in keyof Fields as Fields[Name] extends { column: string } ? Name : never]: ValueOf<
		Fields[Name]
	>
}

/** The fields in the order of a form: those that are named, and below them all others. */
export function inOrder<const Fields extends DescribedFields>(
	fields: Fields,
	first: readonly (keyof Fields & string)[],
): Fields {
	const named = first.map((name) => [name, fields[name]])
	return { ...Object.fromEntries(named), ...fields }
}

/** What a new row has where a program or a file says nothing; undefined where they have to. */
export function absentValue(field: DescribedField): string | number | boolean | null | undefined {
	switch (field.kind) {
		case 'text':
		case 'lineOrEmpty':
			return ''
		case 'lineOrNone':
		case 'phoneOrNone':
		case 'countOrNone':
		case 'koboOrNone':
			return null
		case 'count':
		case 'kobo':
			return field.absent
		case 'flag':
			return true
		case 'line':
		case 'choice':
			return undefined
	}
}

/** What a new row of an import has where the file says nothing. What it needs is missing. */
export function absentValues<Fields extends DescribedFields>(fields: Fields): Partial<ImportedOf<Fields>> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.column !== undefined && absentValue(field) !== undefined)
			.map(([name, field]) => [name, absentValue(field)]),
	) as Partial<ImportedOf<Fields>>
}

/** The columns that a new row needs in the operator's file, by the name of their value. */
export function neededColumns<Fields extends DescribedFields>(
	fields: Fields,
): Partial<Record<keyof ImportedOf<Fields>, string>> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.column !== undefined && absentValue(field) === undefined)
			.map(([name, { column }]) => [name, column]),
	) as Partial<Record<keyof ImportedOf<Fields>, string>>
}
