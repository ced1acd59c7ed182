import * as z from 'zod'
import { idField, neededLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** Whole kobo as the page showed them: compared, never charged (D3). */
const seenKobo = z
	.string(UNREADABLE)
	.regex(/^\d{1,12}$/, UNREADABLE)
	.transform(Number)

const ENTER_A_CODE = 'Enter a promo code.'

export const planPromoFormSchema = z.object({
	intent: z.literal('apply-promo'),
	promoCode: neededLine(ENTER_A_CODE, 40, 'The promo code is too long: at most 40 characters.'),
})

export const planFormSchema = z.discriminatedUnion(
	'intent',
	[
		planPromoFormSchema,
		z.object({
			intent: z.literal('buy'),
			paymentChoice: z.enum(['online', 'cash'], UNREADABLE).optional(),
			autoRenews: z.literal('1', UNREADABLE).optional(),
			total: seenKobo,
			toPay: seenKobo,
		}),
	],
	UNREADABLE,
)

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

/** `places`: sessions that the page named as lost; `forfeited`: entries lost with them. */
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

export const bookSessionFormSchema = z.object({ subscription: idField() })

/** `join` and `leave`: the id of a session. */
export const waitFormSchema = z
	.object({ join: idField().optional(), leave: idField().optional(), subscription: idField().optional() })
	.refine(({ join, leave }) => (join === undefined) !== (leave === undefined), UNREADABLE)
