import * as z from 'zod'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'

/**
 * Whatever is no password of the account, an unreadable one too, is answered as a wrong one and counted as an
 * attempt.
 */
export const deleteAccountFormSchema = z.object({
	password: z.string(UNREADABLE),
	/** The tick at what is lost with the account; asked for where there is something. */
	givesUp: z.literal('1', UNREADABLE).optional(),
})
