import * as z from 'zod'
import { secretField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** Not asked for within ten minutes of the last time. An unreadable one is answered as a wrong one. */
export const exportFormSchema = z.object({ password: secretField(UNREADABLE).optional() })
