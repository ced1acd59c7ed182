import { createHash } from 'node:crypto'
import * as z from 'zod'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { parseExactJson } from './exact-json.ts'

/** What a webhook is about. It is a reason to ask Paystack, and proof of nothing. */
export type WebhookEvent = {
	/** Paystack's name of it, such as 'charge.success'; also one that we do not know. */
	event: string
	/** The payment that it is about. */
	paymentReference: string | null
	/** Paystack's number of the payment, refund or dispute. */
	objectId: string | null
	/** Equal each time that Paystack sends this event, which has no id of its own. */
	dedupeKey: string
}

/** Payloads vary (K7): a malformed field counts as missing. Ids come as numbers or text. */
const name = z
	.union([outsideLine().min(1).max(200), z.int().nonnegative().transform(String)])
	.nullable()
	.catch(null)
const transaction = z.object({ reference: name }).nullable().catch(null)

const webhook = z.object({
	event: z.string().regex(/^[\w.-]{1,100}$/),
	data: z
		.object({
			id: name,
			reference: name,
			transaction_reference: name,
			refund_reference: name,
			transaction,
			amount: name,
		})
		.nullable()
		.catch(null),
})

/** Reads the body of a webhook; null when it is none of Paystack's. */
export function readWebhookEvent(body: string): WebhookEvent | null {
	const parsed = webhook.safeParse(parsedOrNothing(body))
	if (!parsed.success) return null
	const { event, data } = parsed.data
	const ofTransaction = data?.transaction_reference ?? data?.transaction?.reference ?? null
	const isAboutPart = /^(refund|charge\.dispute)\./.test(event)
	// What a refund or a dispute calls its own reference is no payment's.
	const paymentReference = isAboutPart ? ofTransaction : (data?.reference ?? ofTransaction)
	const objectId = data?.id ?? data?.refund_reference ?? null
	const part = isAboutPart && data?.amount ? `:${data.amount}` : ''
	// A dispute is reminded of until it is over, and each reminder may name another due date.
	const words = event === 'charge.dispute.remind' ? `:${hashOf(body)}` : ''
	return {
		event,
		paymentReference,
		objectId,
		// Webhooks have no id of their own (K8). A refund has no number at first, and a payment can have several refunds.
		dedupeKey: `${event}:${objectId ?? (paymentReference === null ? hashOf(body) : paymentReference + part)}${words}`,
	}
}

function parsedOrNothing(body: string): unknown {
	try {
		return parseExactJson(body)
	} catch {
		return undefined
	}
}

function hashOf(body: string): string {
	return createHash('sha256').update(body).digest('base64url')
}
