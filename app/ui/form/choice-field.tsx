import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import type { FieldState } from './form-state.ts'

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
	onChange?: () => void
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
