import * as z from 'zod'
import type { Kobo } from '#app/kernel/money.ts'
import { parseExactJson } from './exact-json.ts'

/** What a refund's event tells beside its name; null what it leaves out. */
export type RefundDetails = {
	/** Paystack's number of the refund; early events have none. */
	refundId: string | null
	amountKobo: Kobo | null
	currency: string | null
}

export type DisputeDetails = {
	/** The merchant accepted it: the money was taken back from us. */
	isLost: boolean
	/** How much of it; null where that is not said. */
	amountKobo: Kobo | null
}

/** Events write amounts as numbers or as text, and ids too (K7). */
const kobo = z
	.union([
		z.int().nonnegative(),
		z
			.string()
			.regex(/^\d{1,15}$/)
			.transform(Number),
	])
	.nullable()
	.catch(null)
const word = z.string().min(1).max(40).nullable().catch(null)
const number = z
	.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative().transform(String)])
	.nullable()
	.catch(null)

const refund = z.object({ data: z.object({ id: number, amount: kobo, currency: word }) })
const dispute = z.object({ data: z.object({ status: word, resolution: word, refund_amount: kobo }) })

/** Of a body that `readWebhookEvent` understood. */
export function readRefundDetails(body: string): RefundDetails {
	const parsed = refund.safeParse(parseExactJson(body))
	if (!parsed.success) return { refundId: null, amountKobo: null, currency: null }
	const { id, amount, currency } = parsed.data.data
	return { refundId: id, amountKobo: amount, currency }
}

/** Of a body that `readWebhookEvent` understood. */
export function readDisputeDetails(body: string): DisputeDetails {
	const parsed = dispute.safeParse(parseExactJson(body))
	if (!parsed.success) return { isLost: false, amountKobo: null }
	const { status, resolution, refund_amount } = parsed.data.data
	const isLost = resolution === 'merchant-accepted' || status === 'merchant-accepted'
	return { isLost, amountKobo: refund_amount }
}
