import type { DescribedField, DescribedFields, ValuesOf } from './described-field.ts'
import { formatNaira } from './money.ts'
import { phoneLabel } from './phone.ts'

/** A field that is another one now, in words. */
export type ChangedField = { label: string; now: string }

/** How an owner reads the value of a field. */
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

/** What became of a row since a form showed it: each field that is another one now, in words. */
export function changedWords<Fields extends DescribedFields>(
	fields: Fields,
	seen: Partial<ValuesOf<Fields>>,
	current: Partial<ValuesOf<Fields>>,
): ChangedField[] {
	return Object.entries(fields)
		.filter(([name]) => seen[name] !== current[name])
		.map(([name, field]) => ({ label: field.label, now: sayValue(field, current[name]) }))
}
