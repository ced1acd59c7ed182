import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { serviceRefusals } from './service-refusal.ts'

/** Service selection: with `add` the service comes after those of the draft, else it is the draft's first answer. */
export const serviceFormSchema = z
	.object({
		serviceId: idField(serviceRefusals.service_not_offered.customer.text),
		add: z.literal('1', UNREADABLE).optional(),
	})
	.transform(({ serviceId, add }) => ({ intent: add ? ('add' as const) : ('choose' as const), serviceId }))
