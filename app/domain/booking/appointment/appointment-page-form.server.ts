import * as z from 'zod'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { lateChoices } from './running-late.ts'

/** What the buttons of a booking's page do; `minutes` goes with being late. */
export const appointmentPageFormSchema = z
	.object({
		intent: z.enum(['cancel', 'late', 'claim', 'again'], UNREADABLE),
		minutes: z.enum(lateChoices, UNREADABLE).transform(Number).optional(),
	})
	.refine(({ intent, minutes }) => intent !== 'late' || minutes, { path: ['minutes'], message: UNREADABLE })
