import type { FormState } from './form-state.ts'
import { TextField } from './text-field.tsx'

interface EmailFieldProps {
	form: FormState
	label?: string
	/** 'username' where an account is named by it, so that browsers fill in the password too. */
	autoComplete?: 'email' | 'username'
}

/** The e-mail address that a form asks for. */
export function EmailField({ form, label = 'Email', autoComplete = 'email' }: EmailFieldProps) {
	return (
		<TextField
			field={form.field('email')}
			label={label}
			type="email"
			autoComplete={autoComplete}
			inputMode="email"
			autoCapitalize="none"
			maxLength={254}
			required
		/>
	)
}
