import * as z from 'zod'
import { idField } from '#app/kernel/form-fields.server.ts'

/** What the button Enroll Now sends: the program's id. */
export const enrollmentFormSchema = z.object({ enroll: idField() })
