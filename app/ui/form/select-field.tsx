import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { FieldState } from './form-state.ts'

interface SelectFieldProps {
	field: FieldState
	label: ReactNode
	hint?: ReactNode
	/** The option of no choice; absent where a choice always exists. */
	empty?: string
	options: readonly { id: string; name: string }[]
}

export function SelectField({ field, label, hint, empty, options }: SelectFieldProps) {
	const { name, defaultValue, error, constraint } = field
	return (
		<div className="field">
			<label className="label" htmlFor={name}>
				{label}
			</label>
			{hint && (
				<p className="hint" id={`${name}-hint`}>
					{hint}
				</p>
			)}
			{error && (
				<p className="problem" id={`${name}-error`}>
					{error}
				</p>
			)}
			<select
				className="input"
				id={name}
				name={name}
				required={constraint?.required}
				defaultValue={defaultValue ?? ''}
				aria-describedby={
					classNames(hint ? `${name}-hint` : null, error ? `${name}-error` : null) || undefined
				}
				aria-invalid={error ? true : undefined}
			>
				{empty !== undefined && <option value="">{empty}</option>}
				{options.map(({ id, name: words }) => (
					<option key={id} value={id}>
						{words}
					</option>
				))}
			</select>
		</div>
	)
}
