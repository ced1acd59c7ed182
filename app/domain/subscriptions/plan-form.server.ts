import * as z from 'zod'
import { lineField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** Whole kobo as the page printed them: compared, never charged (D3). */
const seenKobo = z
	.string(UNREADABLE)
	.regex(/^\d{1,12}$/, UNREADABLE)
	.transform(Number)

const code = lineField().pipe(z.string().max(40, 'The promo code is too long: at most 40 characters.'))

/** The form of buying a plan; `intent` says which button was pressed. */
export const planFormSchema = z.discriminatedUnion(
	'intent',
	[
		z.object({
			intent: z.literal('apply-promo'),
			promoCode: code.pipe(z.string().min(1, 'Enter a promo code.')),
		}),
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
