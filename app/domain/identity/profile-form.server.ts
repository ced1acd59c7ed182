import * as z from 'zod'
import { optionalPhoneField } from '#app/kernel/contact-fields.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { secretField } from '#app/kernel/form-fields.server.ts'
import { knownEmail, personName } from './account-forms.server.ts'

const WRONG_PASSWORD = 'This password is not correct.'
const INVALID_PHONE = 'Invalid Phone Number: use a format like 0803 123 4567 or +234 803 123 4567.'

/** The fields of /profile/edit (C10). The password is asked for only when the e-mail changes. */
export const profileFormSchema = z.object({
	firstName: personName('First name'),
	lastName: personName('Last name'),
	email: knownEmail,
	phone: optionalPhoneField(INVALID_PHONE),
	password: secretField(WRONG_PASSWORD).max(2_000, WRONG_PASSWORD).optional(),
})

/** The address that a form asks for: the present one may stay as it was stored before D70. Null: no address. */
export function chosenEmail(
	{ email, formerEmail }: z.infer<typeof knownEmail>,
	currentEmail: string,
): string | null {
	return formerEmail === currentEmail ? currentEmail : parseEmail(email)
}

export type ProfileForm = Omit<z.infer<typeof profileFormSchema>, 'email'> & { email: string }
