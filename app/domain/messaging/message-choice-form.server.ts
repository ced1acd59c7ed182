import * as z from 'zod'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** The buttons of a mail's own page, and what a mail program posts there by itself (RFC 8058). */
export const messageChoiceFormSchema = z.union(
	[
		z.object({ choice: z.enum(['stop', 'keep'], UNREADABLE) }).transform(({ choice }) => choice),
		z
			.object({ 'List-Unsubscribe': z.literal('One-Click', UNREADABLE) })
			.transform(() => 'one-click' as const),
	],
	UNREADABLE,
)
