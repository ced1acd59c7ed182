import * as z from 'zod'
import { idField } from '#app/kernel/form-fields.server.ts'

/** What the button Get my code sends: the enrollment's id. */
export const referralFormSchema = z.object({ enrollment: idField() })
