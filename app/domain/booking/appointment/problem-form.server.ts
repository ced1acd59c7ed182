import * as z from 'zod'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { appointmentProblemKinds } from '#app/kernel/vocabulary/booking.ts'

/** The report of a problem with a past visit. */
export const problemFormSchema = z.object({
	problem: z.enum(appointmentProblemKinds, 'Please choose what was wrong'),
	words: outsideLine('Please say what happened')
		.min(3, 'Please say what happened, in a few words')
		.max(500, 'Please write at most 500 characters'),
})
