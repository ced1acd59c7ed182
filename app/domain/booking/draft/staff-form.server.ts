import * as z from 'zod'
import { idField } from '#app/kernel/form-fields.server.ts'
import { serviceRefusals } from './service-refusal.ts'

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
