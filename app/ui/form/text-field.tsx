import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { FieldState } from './form-state.ts'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'defaultValue' | 'id'> & {
	/** From `formState(result).field('email')`. */
	field: FieldState
	label: ReactNode
	hint?: ReactNode
}

/** A text input with its label, hint and error tied to it. Its id is its name: the error summary links there. */
export function TextField({ field, label, hint, type = 'text', className, ...input }: TextFieldProps) {
	const { name, defaultValue, error } = field
	const describedBy = classNames(hint ? `${name}-hint` : null, error ? `${name}-error` : null)
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
			<input
				{...input}
				type={type}
				id={name}
				name={name}
				defaultValue={defaultValue}
				aria-describedby={describedBy || undefined}
				aria-invalid={error ? true : undefined}
				className={classNames('input', className)}
			/>
		</div>
	)
}
