import type { ComponentProps } from 'react'
import type { FormState } from './form-state.ts'
import { TextField } from './text-field.tsx'

type PhoneFieldProps = Pick<
	ComponentProps<typeof TextField>,
	'label' | 'hint' | 'inputMode' | 'placeholder' | 'required'
> & { form: FormState }

/** The phone number that a form asks for, in any usual spelling (R45). */
export function PhoneField({ form, ...props }: PhoneFieldProps) {
	return <TextField field={form.field('phone')} {...props} type="tel" autoComplete="tel" maxLength={30} />
}
