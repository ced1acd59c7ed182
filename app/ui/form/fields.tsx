import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { fieldKinds } from './field-kinds.ts'
import { type FieldState, type FormState, useAnswerFocus } from './form-state.ts'

/** The schema has the constraints and `kind` the keyboard, so neither is a prop. */
type TextFieldProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	'type' | 'placeholder' | 'onChange' | 'enterKeyHint' | 'min'
> & {
	field: FieldState
	kind: keyof typeof fieldKinds
	label: ReactNode
	hint?: ReactNode
	/** The answer to a post that refused this field only: the field takes the focus (M22). */
	answer?: unknown
}

/**
 * A text input with its label, hint and error. Its id is its name, for the error summary. The last field of a form
 * sets `enterKeyHint`.
 */
export function TextField({ field, kind, label, hint, answer, ...input }: TextFieldProps) {
	const { ref, autoFocus } = useAnswerFocus<HTMLInputElement>(answer)
	const focus = answer ? { ref, autoFocus } : { ref }
	return (
		<Field field={field} label={label} hint={hint}>
			<input
				type="text"
				enterKeyHint="next"
				{...fieldKinds[kind]}
				{...input}
				{...field.constraint}
				{...focus}
				{...inputProps(field, hint)}
				className="input"
				defaultValue={field.defaultValue}
			/>
		</Field>
	)
}

interface FieldProps {
	field: Pick<FieldState, 'name' | 'error'>
	label: ReactNode
	hint?: ReactNode
	children: ReactNode
}

/** The label, hint and error of an input that has `inputProps`. */
export function Field({ field: { name, error }, label, hint, children }: FieldProps) {
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
			{children}
		</div>
	)
}

/** Ties an input to its `Field`. */
export function inputProps({ name, error }: FieldProps['field'], hint?: ReactNode) {
	const describedBy = classNames(hint ? `${name}-hint` : null, error ? `${name}-error` : null)
	return {
		id: name,
		name,
		'aria-describedby': describedBy || undefined,
		'aria-invalid': error ? true : undefined,
	}
}

interface TextAreaProps extends Omit<FieldProps, 'field' | 'children'> {
	field: FieldState
	rows: number
}

export function TextArea({ field, label, hint, rows }: TextAreaProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<textarea
				rows={rows}
				{...fieldKinds.comment}
				{...field.constraint}
				{...inputProps(field, hint)}
				className="input"
				defaultValue={field.defaultValue}
			/>
		</Field>
	)
}

interface SelectFieldProps extends Omit<FieldProps, 'field' | 'children'> {
	field: FieldState
	/** The option of no choice; absent where a choice always exists. */
	empty?: string
	options: readonly { id: string; name: string }[]
}

export function SelectField({ field, label, hint, empty, options }: SelectFieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<select
				required={field.constraint?.required}
				{...inputProps(field, hint)}
				className="input"
				defaultValue={field.defaultValue ?? ''}
			>
				{empty !== undefined && <option value="">{empty}</option>}
				{options.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</Field>
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

/** People do not see it; a program that fills in every field is detected by it. */
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

interface ChoiceFieldProps {
	field: Pick<FieldState, 'name' | 'error'>
	legend: ReactNode
	hint?: ReactNode
	/** The `OptionRow`s or other radio inputs. */
	children: ReactNode
}

/** A fieldset with its legend, hint and error tied to it. */
export function ChoiceField({ field: { name, error }, legend, hint, children }: ChoiceFieldProps) {
	return (
		<fieldset
			className="field"
			id={name}
			tabIndex={-1}
			aria-describedby={error ? `${name}-error` : undefined}
		>
			<legend className="label text-lg">{legend}</legend>
			{hint && <p className="hint">{hint}</p>}
			{error && (
				<p className="problem" id={`${name}-error`}>
					{error}
				</p>
			)}
			{children}
		</fieldset>
	)
}

interface OptionRowProps {
	type?: 'radio' | 'checkbox'
	name: string
	value: string
	title: ReactNode
	detail?: ReactNode
	end?: ReactNode
	defaultChecked?: boolean
	required?: boolean
	/** The post was refused because nothing was chosen. */
	isMissing?: boolean
	/** `detail` then says why. */
	disabled?: boolean
}

/**
 * The whole row can be tapped. Chromium calls an unanswered required choice invalid, and screen readers announce an
 * error: so `aria-invalid` is set here.
 */
export function OptionRow({
	type = 'radio',
	title,
	detail,
	end,
	disabled,
	required,
	isMissing = false,
	...input
}: OptionRowProps) {
	return (
		<label className={classNames('opt', disabled && 'off')}>
			<input
				type={type}
				disabled={disabled}
				required={required}
				aria-invalid={required ? isMissing : undefined}
				{...input}
			/>
			<div>
				<b>{title}</b>
				{detail && <small>{detail}</small>}
			</div>
			{end && <span className="end">{end}</span>}
		</label>
	)
}
