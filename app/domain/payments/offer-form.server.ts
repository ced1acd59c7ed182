import * as z from 'zod'
import { instantField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** For a payment without a booking: take an offered time, ask for a refund, or check the payment again. */
export const offerFormSchema = z.discriminatedUnion(
	'intent',
	[
		z.object({
			intent: z.literal('accept'),
			startsAt: instantField('Missing Date/Time: choose one of the times.'),
		}),
		z.object({ intent: z.literal('decline') }),
		z.object({ intent: z.literal('retry') }),
	],
	UNREADABLE,
)
