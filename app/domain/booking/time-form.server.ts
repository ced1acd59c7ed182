import * as z from 'zod'
import { idField, instantField } from '#app/kernel/form-fields.server.ts'

export const CHOOSE_A_TIME = 'Missing Date/Time: choose one of the times.'

/** Time selection. The conflict page also sends `staff`: who else is free at that time. */
export const timeFormSchema = z.object({
	startsAt: instantField(CHOOSE_A_TIME),
	staff: idField().optional(),
})

/** The new start of an appointment that is moved. */
export const moveFormSchema = timeFormSchema.pick({ startsAt: true })
