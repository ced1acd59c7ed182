import * as z from 'zod'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** The question before an appointment is cancelled. */
export const cancelFormSchema = z.object({ intent: z.literal('cancel', UNREADABLE) })
