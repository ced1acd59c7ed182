import * as z from 'zod'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { parseExactJson } from './exact-json.ts'

/** What a refund's event tells beside its name; null what it leaves out. */
export type RefundDetails = {
	/** Paystack's number of the refund; early events have none. */
	refundId: string | null
	amountKobo: Kobo | null
	currency: string | null
}

/** What a dispute's event tells; null what it leaves out. */
export type DisputeDetails = {
	/** It was accepted, by the merchant or because no answer came in time: the money went back to the payer. */
	isLost: boolean
	/** The money in question, or what went back to the payer. */
	amountKobo: Kobo | null
	/** Paystack's word for why: 'chargeback', 'fraud'. */
	category: string | null
	openedAt: Instant | null
	/** Until when Paystack takes an answer. */
	dueAt: Instant | null
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
const word = outsideLine().min(1).max(40).nullable().catch(null)
const number = z
	.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative().transform(String)])
	.nullable()
	.catch(null)

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

/** Ends of a dispute in which the payer got the money: accepted by us, or because it was not answered in time. */
const lostResolutions: readonly (string | null)[] = ['merchant-accepted', 'auto-accepted']

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
	if (!parsed.success) return { isLost: false, amountKobo: null, category: null, openedAt: null, dueAt: null }
	const { data } = parsed.data
	return {
		isLost: [data.resolution, data.status].some((said) => lostResolutions.includes(said)),
		amountKobo: data.refund_amount,
		category: data.category,
		openedAt: data.created_at ?? data.createdAt ?? null,
		dueAt: data.dueAt ?? data.due_at ?? null,
	}
}
