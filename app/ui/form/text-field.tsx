import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { fieldKinds } from './field-kinds.ts'
import type { FieldState } from './form-state.ts'
import { useAnswerFocus } from './use-answer-focus.ts'

/** What the field refuses comes from its schema, and its keyboard from its kind: neither is written here. */
type TextFieldProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	'type' | 'placeholder' | 'onChange' | 'enterKeyHint' | 'min'
> & {
	/** From `formState(result).field('email')`. */
	field: FieldState
	kind: keyof typeof fieldKinds
	label: ReactNode
	hint?: ReactNode
	/** The answer to a post, where this field alone is what has to be mended: it gets the focus (M22). */
	answer?: unknown
}

/**
 * A text input with its label, hint and error tied to it. Its id is its name: the error summary links there. The last
 * one of a form says with `enterKeyHint` what the key then does.
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
