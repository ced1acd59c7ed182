import * as z from 'zod'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { lateChoices } from './running-late.ts'

/** What the buttons of a booking's page do; `minutes` goes with being late. */
export const visitPageFormSchema = z
	.object({
		intent: z.enum(['cancel', 'late', 'claim'], UNREADABLE),
		minutes: z.enum(lateChoices, UNREADABLE).transform(Number).optional(),
	})
	.refine(({ intent, minutes }) => intent !== 'late' || minutes, { path: ['minutes'], message: UNREADABLE })
