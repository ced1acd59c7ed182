import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { fieldKinds } from './field-kinds.ts'
import type { FieldState, FormState } from './form-state.ts'
import { useAnswerFocus } from './use-answer.ts'

/** Constraints come from the schema and the keyboard from `kind`, so neither is written here. */
type TextFieldProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	'type' | 'placeholder' | 'onChange' | 'enterKeyHint' | 'min'
> & {
	field: FieldState
	kind: keyof typeof fieldKinds
	label: ReactNode
	hint?: ReactNode
	/** The answer to a post, where only this field is wrong: it gets the focus (M22). */
	answer?: unknown
}

/**
 * A text input with its label, hint and error. Its id is its name, for the error summary. The last field of a form
 * sets `enterKeyHint`.
 */
export function TextField({ field, kind, label, hint, answer, ...input }: TextFieldProps) {
	const { name, defaultValue, error, constraint } = field
	const { ref, autoFocus } = useAnswerFocus<HTMLInputElement>(answer)
	const focus = answer ? { ref, autoFocus } : { ref }
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
				type="text"
				enterKeyHint="next"
				{...fieldKinds[kind]}
				{...input}
				{...constraint}
				{...focus}
				id={name}
				name={name}
				defaultValue={defaultValue}
				aria-describedby={describedBy || undefined}
				aria-invalid={error ? true : undefined}
				className="input"
			/>
		</div>
	)
}

export function NameFields({ form }: { form: FormState }) {
	return (
		<>
			<TextField field={form.field('firstName')} kind="firstName" label="First name" />
			<TextField field={form.field('lastName')} kind="lastName" label="Last name" />
		</>
	)
}

/** Hidden from people; programs that fill in every field give themselves away. */
export function HoneypotField() {
	return (
		<div className="sr" aria-hidden="true">
			<label>
				Leave this empty
				<input type="text" name="topic" tabIndex={-1} autoComplete="off" />
			</label>
		</div>
	)
}
