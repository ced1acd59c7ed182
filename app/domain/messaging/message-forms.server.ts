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

const base64url = (least: number, most: number) =>
	z.string(UNREADABLE).regex(new RegExp(`^[\\w-]{${least},${most}}={0,2}$`), UNREADABLE)

/** A browser's push subscription: the service's address, a point of P-256 and 16 secret bytes. */
export const pushSubscriptionFormSchema = z.object(
	{
		endpoint: z.url(UNREADABLE).max(1_000, UNREADABLE),
		p256dh: base64url(87, 87),
		auth: base64url(22, 22),
	},
	UNREADABLE,
)

/** Ends push messages on this browser, or on all of the customer's. */
export const endPushFormSchema = z.object({ end: z.enum(['this', 'all'], UNREADABLE) }, UNREADABLE)
