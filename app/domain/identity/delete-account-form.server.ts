import * as z from 'zod'
import { secretField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** An unreadable password is answered as a wrong one and counted as an attempt. */
export const deleteAccountFormSchema = z.object({
	password: secretField(UNREADABLE),
	/** The tick that accepts the losses; asked for where there are any. */
	givesUp: z.literal('1', UNREADABLE).optional(),
})
