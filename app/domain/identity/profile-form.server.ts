import * as z from 'zod'
import { MAX_TYPED_PHONE_LENGTH, parsePhone } from '#app/kernel/phone.ts'
import { emailField, personName } from './account-forms.server.ts'

const WRONG_PASSWORD = 'This password is not correct.'
const INVALID_PHONE = 'Invalid Phone Number: use a format like 0803 123 4567 or +234 803 123 4567.'

/** An empty phone is none; any usual spelling of a number becomes E.164 (R45). */
const phone = z
	.string(INVALID_PHONE)
	.max(MAX_TYPED_PHONE_LENGTH, INVALID_PHONE)
	.optional()
	.transform((typed, context) => {
		if (typed === undefined || typed.trim() === '') return null
		const parsed = parsePhone(typed)
		if (parsed !== null) return parsed
		context.addIssue({ code: 'custom', message: INVALID_PHONE })
		return z.NEVER
	})

/** The fields of /profile/edit (C10). The password is asked for only when the e-mail changes. */
export const profileFormSchema = z.object({
	firstName: personName('First name'),
	lastName: personName('Last name'),
	email: emailField,
	phone,
	password: z.string(WRONG_PASSWORD).max(2_000, WRONG_PASSWORD).optional(),
})

export type ProfileForm = z.infer<typeof profileFormSchema>
