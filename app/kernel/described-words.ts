import type { DescribedField, DescribedFields, ValuesOf } from './described-field.ts'
import { formatNaira } from './money.ts'
import { phoneLabel } from './phone.ts'

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
