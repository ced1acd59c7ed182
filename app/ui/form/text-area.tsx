import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { fieldKinds } from './field-kinds.ts'
import type { FieldState } from './form-state.ts'

interface TextAreaProps {
	field: FieldState
	label: ReactNode
	hint?: ReactNode
	rows: number
}

export function TextArea({ field, label, hint, rows }: TextAreaProps) {
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
			<textarea
				className="input"
				id={name}
				name={name}
				rows={rows}
				{...fieldKinds.comment}
				{...constraint}
				defaultValue={defaultValue}
				aria-describedby={
					classNames(hint ? `${name}-hint` : null, error ? `${name}-error` : null) || undefined
				}
				aria-invalid={error ? true : undefined}
			/>
		</div>
	)
}
