import type { FormState } from './form-state.ts'
import { TextField } from './text-field.tsx'

/** The two fields wherever a name is asked for. */
export function NameFields({ form }: { form: FormState }) {
	return (
		<>
			<TextField
				field={form.field('firstName')}
				label="First name"
				autoComplete="given-name"
				maxLength={60}
				required
			/>
			<TextField
				field={form.field('lastName')}
				label="Last name"
				autoComplete="family-name"
				maxLength={60}
				required
			/>
		</>
	)
}
