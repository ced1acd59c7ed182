import * as z from 'zod'
import { idField, instantField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { serviceRefusals } from './draft-refusal.ts'

/** With `add` the service follows the draft's, else it is the first answer. */
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
		/** Which service of the draft, from 0. */
		position: z.string(NOT_AVAILABLE).regex(/^\d$/, NOT_AVAILABLE).default('0').transform(Number),
		/** The page showed one service without a chosen person. */
		first: z.literal('1', NOT_AVAILABLE).optional(),
	})
	.transform(({ staff, position, first }) => ({
		intent: 'choose' as const,
		staff,
		position,
		isFirst: first !== undefined,
	}))

/** Chooses the person of a service, or leaves the service out. */
export const staffFormSchema = z.union([leaveOut, choose], NOT_AVAILABLE)

export const CHOOSE_A_TIME = 'Missing Date/Time: choose one of the times.'

/** The conflict page also sends `staff`: another person who is free then. */
export const timeFormSchema = z.object({ startsAt: instantField(CHOOSE_A_TIME), staff: idField().optional() })

export const moveFormSchema = timeFormSchema.pick({ startsAt: true })

/** 'any' or a person's id; null keeps the appointment's people. */
export function readWantedStaff(searchParams: URLSearchParams): string | null {
	const read = idField().safeParse(searchParams.get('with') ?? '')
	return read.success && read.data !== '' ? read.data : null
}
