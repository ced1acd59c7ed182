import * as z from 'zod'
import { neededLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'

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

/** `intent` is the pressed button. */
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
