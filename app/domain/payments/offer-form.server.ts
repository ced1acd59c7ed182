import * as z from 'zod'
import { instantField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/**
 * A payment with which nothing is booked: take one of the times that are offered for it, ask for the money back, or
 * look again whether it has arrived.
 */
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
