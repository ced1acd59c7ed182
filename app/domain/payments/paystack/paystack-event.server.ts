import { createHash } from 'node:crypto'
import * as z from 'zod'
import type {
	DisputeDetails,
	EventNews,
	ProviderEvent,
	RefundDetails,
} from '#app/domain/payments/provider-event.ts'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { refundStatuses } from '#app/kernel/vocabulary/payments.ts'
import { parseExactJson } from './exact-json.ts'
import { parsedOrNothing } from './paystack-call.server.ts'
import { paystackId, paystackKobo } from './paystack-data.server.ts'

/** Events write amounts and ids as numbers or as text (K7). */
const kobo = paystackKobo.nullable().catch(null)
const number = paystackId.nullable().catch(null)
const word = outsideLine().min(1).max(40).nullable().catch(null)
const moment = z.iso
	.datetime({ offset: true })
	.transform((text) => Date.parse(text))
	.nullable()
	.catch(null)

const refund = z.object({ data: z.object({ id: number, amount: kobo, currency: word }) })
/** Paystack writes these two names both ways. */
const dispute = z.object({
	data: z.object({
		...{ status: word, resolution: word, refund_amount: kobo, category: word },
		...{ created_at: moment, createdAt: moment, due_at: moment, dueAt: moment },
	}),
})

/** The payer got the money: we accepted, or did not answer in time. */
const lostResolutions: readonly (string | null)[] = ['merchant-accepted', 'auto-accepted']

/** Of a body that `readPaystackEvent` understood. */
function readRefundDetails(body: string): RefundDetails {
	const parsed = refund.safeParse(parseExactJson(body))
	if (!parsed.success) return { refundId: null, amountKobo: null, currency: null }
	const { id, amount, currency } = parsed.data.data
	return { refundId: id, amountKobo: amount, currency }
}

/** Of a body that `readPaystackEvent` understood. */
export function readDisputeDetails(body: string): DisputeDetails {
	const parsed = dispute.safeParse(parseExactJson(body))
	if (!parsed.success) return { isLost: false, amountKobo: null, category: null, openedAt: null, dueAt: null }
	const { data } = parsed.data
	return {
		isLost: [data.resolution, data.status].some((word) => lostResolutions.includes(word)),
		amountKobo: data.refund_amount,
		category: data.category,
		openedAt: data.created_at ?? data.createdAt ?? null,
		dueAt: data.dueAt ?? data.due_at ?? null,
	}
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

/** Null for a body that is not Paystack's. */
export function readPaystackEvent(body: string): ProviderEvent | null {
	const parsed = webhook.safeParse(parsedOrNothing(body))
	if (!parsed.success) return null
	const { event, data } = parsed.data
	const ofTransaction = data?.transaction_reference ?? data?.transaction?.reference ?? null
	const isAboutPart = /^(refund|charge\.dispute)\./.test(event)
	// A refund's or dispute's own reference names no payment.
	const paymentReference = isAboutPart ? ofTransaction : (data?.reference ?? ofTransaction)
	const objectId = data?.id ?? data?.refund_reference ?? null
	const part = isAboutPart && data?.amount ? `:${data.amount}` : ''
	// Each reminder of a dispute may name another due date.
	const words = event === 'charge.dispute.remind' ? `:${hashBody(body)}` : ''
	return {
		event,
		paymentReference,
		objectId,
		// Webhooks have no id (K8). A refund has no number at first, and a payment can have several refunds.
		dedupeKey: `${event}:${objectId ?? (paymentReference === null ? hashBody(body) : paymentReference + part)}${words}`,
		news: readNews(event, body),
	}
}

const disputeSteps: ReadonlyMap<string, 'opened' | 'reminded' | 'ended'> = new Map([
	['charge.dispute.create', 'opened'],
	['charge.dispute.remind', 'reminded'],
	['charge.dispute.resolve', 'ended'],
])

function readNews(event: string, body: string): EventNews {
	if (event === 'charge.success') return { about: 'payment' }
	if (event.startsWith('transfer.')) return { about: 'transfer' }
	if (event.startsWith('refund.')) {
		const status = refundStatuses.find((word) => event === `refund.${word}`)
		const isTaken = status !== undefined && status !== 'requested'
		return { about: 'refund', status: isTaken ? status : null, details: readRefundDetails(body) }
	}
	if (event.startsWith('charge.dispute.'))
		return { about: 'dispute', step: disputeSteps.get(event) ?? null, details: readDisputeDetails(body) }
	return null
}

function hashBody(body: string): string {
	return createHash('sha256').update(body).digest('base64url')
}
