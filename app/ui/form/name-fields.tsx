import type { FormState } from './form-state.ts'
import { TextField } from './text-field.tsx'

export function NameFields({ form }: { form: FormState }) {
	return (
		<>
			<TextField field={form.field('firstName')} kind="firstName" label="First name" />
			<TextField field={form.field('lastName')} kind="lastName" label="Last name" />
		</>
	)
}
