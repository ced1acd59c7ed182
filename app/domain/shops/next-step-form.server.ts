import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { nextSteps } from '#app/kernel/vocabulary/shops.ts'

/** The step that an owner puts away. */
export const nextStepFormSchema = z.object({ act: idField(), step: z.enum(nextSteps, UNREADABLE) })
