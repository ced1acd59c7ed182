import { formatNaira, type Kobo } from './money.ts'
import { phoneLabel } from './phone.ts'

/**
 * A field of what a shop owns. Its row, its form, the API, the import and the notice of a change are made from it. What
 * is special about a thing stays plain code beside its fields.
 */
export type DescribedField = {
	label: string
	/** Where the form asks in other words. */
	formLabel?: string
	hint?: string
	/** On the form of an existing row. */
	hintOfRow?: string
	/** Its name in the form, where that differs: naira become kobo. */
	typedAs?: string
	/** How no value reads. Default: 'none'. */
	none?: string
	/** What the API document says. */
	documented?: string
	/** Its column in the operator's import file, if it has one. */
	column?: string
} & (TextField | LineField | PhoneField | CountField | CountOrNoneField | KoboField | FlagField | ChoiceField)

/** '' for none. `rows`: its height on the form. */
type TextField = { kind: 'text'; most: number; rows: number }

/** Required, or '' or null for none. `keyboard`: a kind of `app/ui/form/field-kinds.ts`. */
type LineField = { most: number; keyboard?: 'remark' | 'customerName' } & (
	| { kind: 'line'; missing: string }
	| { kind: 'lineOrEmpty' | 'lineOrNone' }
)

type PhoneField = { kind: 'phoneOrNone' }

type CountOrNoneField = { kind: 'countOrNone'; min: number; max: number; say?: (value: number) => string }

type FlagField = { kind: 'flag' }

/** `missing`: the error when none is chosen. */
type ChoiceField = { kind: 'choice'; options: readonly { id: string; name: string }[]; missing: string }

/** Typed in naira; `koboOrNone` is null when left empty. */
type KoboField = {
	kind: 'kobo' | 'koboOrNone'
	missing: string
	/** Its name in errors, where that is not its label with an article. */
	what?: string
	/** What an empty form field means. */
	emptyField?: 0
	absent?: 0
}

type CountField = {
	kind: 'count'
	min: number
	max: number
	/** What an empty form field means. Default: it is required. */
	emptyField?: number
	/** The value of a new row when a program or file gives none. Default: it is required. */
	absent?: number
	/** Its name in errors, where that is not its label. */
	what?: string
	/** How it reads. */
	say?: (value: number) => string
}

/** In the order of the row. */
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

export type ValuesOf<Fields extends DescribedFields> = {
	-readonly [Name in keyof Fields]: ValueOf<Fields[Name]>
}

/** Fields that a new row requires from a program or file. */
export type NeededName<Fields extends DescribedFields> = {
	[Name in keyof Fields]: Fields[Name] extends { absent: number }
		? never
		: Fields[Name] extends { kind: 'line' | 'count' | 'kobo' | 'choice' }
			? Name
			: never
}[keyof Fields]

export type ImportedOf<Fields extends DescribedFields> = {
	-readonly [Name in keyof Fields as Fields[Name] extends { column: string } ? Name : never]: ValueOf<
		Fields[Name]
	>
}

/** The named fields first, then all others. */
export function inOrder<const Fields extends DescribedFields>(
	fields: Fields,
	first: readonly (keyof Fields & string)[],
): Fields {
	const named = first.map((name) => [name, fields[name]])
	return { ...Object.fromEntries(named), ...fields }
}

/** Undefined where a program or file must give the value. */
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

/** Omits what the file must give. */
export function absentValues<Fields extends DescribedFields>(fields: Fields): Partial<ImportedOf<Fields>> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.column !== undefined && absentValue(field) !== undefined)
			.map(([name, field]) => [name, absentValue(field)]),
	) as Partial<ImportedOf<Fields>>
}

/** The required columns, by the name of their value. */
export function neededColumns<Fields extends DescribedFields>(
	fields: Fields,
): Partial<Record<keyof ImportedOf<Fields>, string>> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.column !== undefined && absentValue(field) === undefined)
			.map(([name, { column }]) => [name, column]),
	) as Partial<Record<keyof ImportedOf<Fields>, string>>
}

export type ChangedField = { label: string; now: string }

function sayValue(field: DescribedField, value: unknown): string {
	if (value === null || value === '') return field.none ?? 'none'
	switch (field.kind) {
		case 'phoneOrNone':
			return phoneLabel(String(value))
		case 'kobo':
		case 'koboOrNone':
			return formatNaira(Number(value))
		case 'flag':
			return value ? 'yes' : 'no'
		case 'count':
		case 'countOrNone':
			return field.say ? field.say(Number(value)) : String(value)
		case 'choice':
			return field.options.find(({ id }) => id === value)?.name ?? String(value)
		default:
			return String(value)
	}
}

/** Each field that changed since a form showed the row. */
export function changedWords<Fields extends DescribedFields>(
	fields: Fields,
	seen: Partial<ValuesOf<Fields>>,
	current: Partial<ValuesOf<Fields>>,
): ChangedField[] {
	return Object.entries(fields)
		.filter(([name]) => seen[name] !== current[name])
		.map(([name, field]) => ({ label: field.label, now: sayValue(field, current[name]) }))
}
