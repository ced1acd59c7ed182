import { passwordRemarks } from '../password-remarks.ts'
import type { FormState } from './form-state.ts'
import { PasswordField } from './password-field.tsx'

interface NewPasswordFieldsProps {
	form: FormState
	label: string
	/** Gives the key of the remark beside the field. */
	strengthOf: (typed: string) => Exclude<keyof typeof passwordRemarks, 'none'>
}

export function NewPasswordFields({ form, label, strengthOf }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField
				field={form.field('password')}
				kind="newPassword"
				label={label}
				hint="At least 6 characters. A few plain words are hard to guess."
				remarkOn={(typed) => passwordRemarks[typed === '' ? 'none' : strengthOf(typed)]}
			/>
			<PasswordField
				field={form.field('confirmPassword')}
				kind="newPassword"
				label="Confirm password"
				enterKeyHint="done"
			/>
		</>
	)
}
