import type { ComponentProps } from 'react'
import type { DescribedField, DescribedFields } from '#app/kernel/described-field.ts'
import { OptionRow, SelectField, TextArea, TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'

interface DescribedInputsProps {
	fields: DescribedFields
	form: FormState
	/** The choices of number fields that are selects. */
	options?: Readonly<Record<string, readonly { id: string; name: string }[]>>
	/** The row exists already. */
	isOfRow?: boolean
	/** The last input ends its form: the keyboard's key says so. */
	isEnd?: boolean
}

export function DescribedInputs({ fields, form, options = {}, isOfRow, isEnd }: DescribedInputsProps) {
	const last = Object.keys(fields).at(-1)
	return Object.entries(fields).map(([name, field]) => {
		const input = (
			<DescribedInput
				key={name}
				{...{ name, field, form, isOfRow }}
				options={options[name]}
				isEnd={isEnd && name === last}
			/>
		)
		return field.kind === 'flag' ? (
			<div className="field" key={name}>
				{input}
			</div>
		) : (
			input
		)
	})
}

interface DescribedInputProps extends Omit<DescribedInputsProps, 'fields' | 'options'> {
	name: string
	field: DescribedField
	options?: readonly { id: string; name: string }[]
}

/** One field, for a page with its own order. A tick box needs a row of that page around it. */
export function DescribedInput({ name: key, field, form, options, isOfRow, isEnd }: DescribedInputProps) {
	const { kind, formLabel: label = field.label, typedAs: name = key } = field
	const hint = field.hint ?? (isOfRow ? field.hintOfRow : undefined)
	const shared = { field: form.field(name), label, hint }
	const last = isEnd ? ({ enterKeyHint: 'done' } as const) : {}
	if (options) return <SelectField {...shared} options={options} />
	switch (kind) {
		case 'text':
			return <TextArea {...shared} rows={field.rows} />
		case 'choice':
			return <SelectField {...shared} empty="Choose one" options={field.options} />
		case 'flag':
			return <TickBox form={form} name={name} title={label} detail={hint} />
		case 'line':
		case 'lineOrEmpty':
		case 'lineOrNone':
			return <TextField {...shared} kind={field.keyboard ?? 'remark'} {...last} />
		default:
			return <TextField {...shared} kind={keyboards[kind]} {...last} />
	}
}

interface TickBoxProps extends Omit<ComponentProps<typeof OptionRow>, 'type' | 'value' | 'defaultChecked'> {
	form: FormState
	/** Of several boxes with one name. */
	value?: string
}

export function TickBox({ form, name, value = 'on', ...row }: TickBoxProps) {
	return (
		<OptionRow
			type="checkbox"
			name={name}
			value={value}
			defaultChecked={form.isChosen(name, value)}
			{...row}
		/>
	)
}

const keyboards = {
	phoneOrNone: 'phone',
	count: 'count',
	countOrNone: 'count',
	kobo: 'amount',
	koboOrNone: 'amount',
} as const
