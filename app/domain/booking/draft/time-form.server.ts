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

/** Of the address of that page: 'any', or a person by id; null for the people that the appointment has. */
export function readWantedStaff(searchParams: URLSearchParams): string | null {
	const read = idField().safeParse(searchParams.get('with') ?? '')
	return read.success && read.data !== '' ? read.data : null
}
