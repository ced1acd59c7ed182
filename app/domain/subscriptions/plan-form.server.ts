import * as z from 'zod'
import { neededLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** Whole kobo as the page printed them: compared, never charged (D3). */
const seenKobo = z
	.string(UNREADABLE)
	.regex(/^\d{1,12}$/, UNREADABLE)
	.transform(Number)

const ENTER_A_CODE = 'Enter a promo code.'

/** The form of a promo code. */
export const planPromoFormSchema = z.object({
	intent: z.literal('apply-promo'),
	promoCode: neededLine(ENTER_A_CODE, 40, 'The promo code is too long: at most 40 characters.'),
})

/** The forms of buying a plan; `intent` says which button was pressed. */
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
