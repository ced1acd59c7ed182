import * as z from 'zod'
import { neededLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'

const NO_REASON = 'Please provide a cancellation reason'
const MAX_REASON_LENGTH = 500

/** As our own pages print it: days, places, kobo. */
const numberField = z
	.string(UNREADABLE)
	.regex(/^\d{1,12}$/, UNREADABLE)
	.transform(Number)

export const cancelOrderFormSchema = z.object({
	cancelOrder: z.string(UNREADABLE).regex(/^[A-Z0-9-]{4,12}$/, UNREADABLE),
})

export const autoRenewFormSchema = z.object({ autoRenews: z.enum(['0', '1'], UNREADABLE) })

/**
 * `places`: the sessions that the page named as lost; `forfeited`: the entries lost with them. Only a pause has a
 * length.
 */
export const pauseFormSchema = z.object({
	intent: z.enum(['pause', 'resume'], UNREADABLE),
	days: numberField.optional(),
	places: numberField,
	forfeited: numberField.default(0),
})

/** `sum`: the refund that the page showed, in kobo. */
export const cancelSubscriptionFormSchema = z.object({
	reason: neededLine(NO_REASON, MAX_REASON_LENGTH),
	sum: numberField,
})
