import type { DescribedFields } from '#app/kernel/described-field.ts'
import type { FormState } from '../form/form-state.ts'
import { SelectField } from '../form/select-field.tsx'
import { TextArea } from '../form/text-area.tsx'
import { TextField } from '../form/text-field.tsx'
import { OptionRow } from '../option-row.tsx'

interface DescribedInputsProps {
	fields: DescribedFields
	form: FormState
	/** The choices of those fields that are chosen. */
	options?: Readonly<Record<string, readonly { id: string; name: string }[]>>
	/** The last of them ends its form: the key of a phone's keyboard says so. */
	isEnd?: boolean
}

/** An input for each field, in their order. */
export function DescribedInputs({ fields, form, options = {}, isEnd = false }: DescribedInputsProps) {
	const last = Object.keys(fields).at(-1)
	return Object.entries(fields).map(([key, described]) => {
		const { kind, hint, asked: label = described.label, typedAs: name = key } = described
		const shared = { field: form.field(name), label, hint }
		const choices = options[name]
		if (choices) return <SelectField key={name} {...shared} options={choices} />
		switch (kind) {
			case 'text':
				return <TextArea key={name} {...shared} rows={described.rows} />
			case 'flag':
				return (
					<div className="field" key={name}>
						<OptionRow
							type="checkbox"
							name={name}
							value="on"
							defaultChecked={form.isChosen(name, 'on')}
							title={label}
						/>
					</div>
				)
			default:
				return (
					<TextField
						key={name}
						{...shared}
						kind={keyboards[kind]}
						{...(isEnd && key === last && { enterKeyHint: 'done' })}
					/>
				)
		}
	})
}

const keyboards = {
	line: 'remark',
	lineOrNone: 'remark',
	phoneOrNone: 'phone',
	count: 'count',
	countOrNone: 'count',
	kobo: 'amount',
} as const
