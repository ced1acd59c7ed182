import * as z from 'zod'
import { emailField } from '#app/kernel/contact-fields.server.ts'

export const DEPOSIT_EMAIL_WORDS = 'Type your email, such as ada@example.com'

/** The page of a deposit's link: the address is asked for only where the shop typed none. */
export const depositFormSchema = z.object({
	email: emailField(DEPOSIT_EMAIL_WORDS).optional(),
})
