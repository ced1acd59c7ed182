import * as z from 'zod'
import { idField } from '#app/kernel/form-fields.server.ts'

export const enrollmentFormSchema = z.object({ enroll: idField() })

export const referralFormSchema = z.object({ enrollment: idField() })
