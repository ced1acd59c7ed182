import * as z from 'zod'
import type { DisputeDetails, RefundDetails } from '#app/domain/payments/provider-event.ts'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { parseExactJson } from './exact-json.ts'

/** Events write amounts and ids as numbers or as text (K7). */
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

/** The payer got the money: we accepted, or did not answer in time. */
const lostResolutions: readonly (string | null)[] = ['merchant-accepted', 'auto-accepted']

/** Of a body that `readPaystackEvent` understood. */
export function readRefundDetails(body: string): RefundDetails {
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
