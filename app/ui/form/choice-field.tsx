import type { ReactNode } from 'react'
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
