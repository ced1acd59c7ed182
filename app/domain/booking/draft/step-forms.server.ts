import * as z from 'zod'
import { idField, instantField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { serviceRefusals } from './draft-refusal.ts'

/** Service selection: with `add` the service comes after those of the draft, else it is the draft's first answer. */
export const serviceFormSchema = z
	.object({
		serviceId: idField(serviceRefusals.service_not_offered.customer.text),
		add: z.literal('1', UNREADABLE).optional(),
	})
	.transform(({ serviceId, add }) => ({ intent: add ? ('add' as const) : ('choose' as const), serviceId }))

const NOT_AVAILABLE = serviceRefusals.staff_not_available.customer.text

const leaveOut = z
	.object({ leaveOut: idField(NOT_AVAILABLE) })
	.transform(({ leaveOut }) => ({ intent: 'leave-out' as const, serviceId: leaveOut }))

const choose = z
	.object({
		staff: idField(NOT_AVAILABLE),
		/** Which service of the draft it is about, counted from 0. */
		position: z.string(NOT_AVAILABLE).regex(/^\d$/, NOT_AVAILABLE).default('0').transform(Number),
		/** The page showed one service, for which no one is chosen yet. */
		first: z.literal('1', NOT_AVAILABLE).optional(),
	})
	.transform(({ staff, position, first }) => ({
		intent: 'choose' as const,
		staff,
		position,
		isFirst: first !== undefined,
	}))

/** Staff selection: who does one service of the draft, or that this service is left out. */
export const staffFormSchema = z.union([leaveOut, choose], NOT_AVAILABLE)

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
