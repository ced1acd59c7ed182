import * as z from 'zod'
import { MAX_EMAIL_LENGTH, parseEmail } from '#app/kernel/email.ts'

export const DEPOSIT_EMAIL_WORDS = 'Type your email, such as ada@example.com'

/** The page of a deposit's link: the address is asked for only where the shop typed none. */
export const depositFormSchema = z.object({
	email: z
		.string(DEPOSIT_EMAIL_WORDS)
		.max(MAX_EMAIL_LENGTH, DEPOSIT_EMAIL_WORDS)
		.transform((typed, context) => {
			const email = parseEmail(typed)
			if (email === null) context.addIssue({ code: 'custom', message: DEPOSIT_EMAIL_WORDS })
			return email
		})
		.optional(),
})
