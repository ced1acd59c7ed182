import * as z from 'zod'
import { parsePhone } from '#app/kernel/phone.ts'
import { emailField, personName } from './account-forms.server.ts'

/** An empty phone is none; any usual spelling of a number becomes E.164 (R45). */
const phone = z
	.string()
	.optional()
	.transform((typed, context) => {
		if (typed === undefined || typed.trim() === '') return null
		const parsed = parsePhone(typed)
		if (parsed !== null) return parsed
		context.addIssue({
			code: 'custom',
			message: 'Invalid Phone Number: use a format like 0803 123 4567 or +234 803 123 4567.',
		})
		return z.NEVER
	})

/** The fields of /profile/edit (C10). The password is asked for only when the e-mail changes. */
export const profileFormSchema = z.object({
	firstName: personName('First name'),
	lastName: personName('Last name'),
	email: emailField,
	phone,
	password: z.string().max(2_000, 'This password is not correct.').optional(),
})

export type ProfileForm = z.infer<typeof profileFormSchema>
