import * as z from 'zod'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** The buttons of a mail's own page, and a mail program's post (RFC 8058). */
export const messageChoiceFormSchema = z.union(
	[
		z.object({ choice: z.enum(['stop', 'keep'], UNREADABLE) }).transform(({ choice }) => choice),
		z
			.object({ 'List-Unsubscribe': z.literal('One-Click', UNREADABLE) })
			.transform(() => 'one-click' as const),
	],
	UNREADABLE,
)
