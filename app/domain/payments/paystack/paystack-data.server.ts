import * as z from 'zod'
import { type VerifiedPayment, verifiedStatuses } from '#app/domain/payments/payment-match.ts'
import type { TakenRefundStatus } from '#app/domain/payments/payment-provider.server.ts'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { paymentModes, refundStatuses } from '#app/kernel/vocabulary/payments.ts'

/** An unsigned 64-bit integer; long ones come as text (`parseExactJson`). */
export const paystackId = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative().transform(String)])

/** Whole kobo, which Paystack writes as a number or as text. */
export const paystackKobo = z
	.union([
		z.int(),
		z
			.string()
			.regex(/^\d{1,15}$/)
			.transform(Number),
	])
	.pipe(z.int().nonnegative())

export const instantOrNull = outsideLine()
	.transform((text) => Date.parse(text))
	.pipe(z.int())
	.nullable()
	.catch(null)

/** Payloads vary: the fields that decide are required, the rest may be missing or odd. */
const payment = z.object({
	id: paystackId,
	reference: outsideLine().min(1),
	status: outsideLine(),
	amount: paystackKobo,
	requested_amount: paystackKobo.nullable().catch(null),
	currency: outsideLine().min(1),
	domain: z.enum(paymentModes),
	channel: outsideLine().nullable().catch(null),
	fees: paystackKobo.catch(0),
	paid_at: instantOrNull,
	authorization: z
		.object({ signature: outsideLine().min(1) })
		.nullable()
		.catch(null),
})

/** Null for other data. `keyOfCard` hashes Paystack's signature of a card; without it cards are not told apart. */
export function readVerifiedPayment(
	data: unknown,
	keyOfCard: (signature: string) => string | null = () => null,
): VerifiedPayment | null {
	const parsed = payment.safeParse(data)
	if (!parsed.success) return null
	const {
		reference: paymentReference,
		status,
		amount,
		requested_amount,
		domain,
		fees,
		paid_at,
		authorization,
		...same
	} = parsed.data
	return {
		...same,
		paymentReference: paymentReference,
		// Paystack's 'ongoing', 'processing' and 'queued' are pending too.
		status: verifiedStatuses.find((word) => word === status) ?? 'pending',
		amountKobo: amount,
		requestedKobo: requested_amount ?? amount,
		mode: domain,
		feesKobo: fees,
		paidAt: paid_at,
		cardKey: authorization && same.channel === 'card' ? keyOfCard(authorization.signature) : null,
	}
}

const takenRefundStatuses = refundStatuses.filter((word) => word !== 'requested')

const refund = z.object({ id: paystackId, status: outsideLine() })

/** Null for other data. */
export function readRefund(data: unknown): { refundId: string; status: TakenRefundStatus } | null {
	const parsed = refund.safeParse(data)
	if (!parsed.success) return null
	return { refundId: parsed.data.id, status: readTakenStatus(parsed.data.status) }
}

const listedRefunds = z.array(
	refund.extend({
		amount: paystackKobo,
		transaction: z.union([paystackId, z.object({ id: paystackId }).transform((of) => of.id)]),
	}),
)

export type RefundInList = {
	refundId: string
	status: TakenRefundStatus
	amountKobo: Kobo
	/** Paystack's number of the payment: `VerifiedPayment.id`. */
	transactionId: string
}

/** The newest first. Null where one is not understood. */
export function readListedRefunds(data: unknown): RefundInList[] | null {
	const parsed = listedRefunds.safeParse(data)
	if (!parsed.success) return null
	return parsed.data.map(({ id: refundId, status, amount, transaction }) => ({
		refundId,
		status: readTakenStatus(status),
		amountKobo: amount,
		transactionId: transaction,
	}))
}

/** An unknown word is 'pending'. */
function readTakenStatus(status: string): TakenRefundStatus {
	return takenRefundStatuses.find((word) => word === status) ?? 'pending'
}

const started = z.object({
	authorization_url: outsideLine().min(1).nullable().catch(null),
	reference: outsideLine().nullable().catch(null),
})

/** Null for missing fields. */
export function readStarted(data: unknown): {
	authorizationUrl: string | null
	paymentReference: string | null
} {
	const parsed = started.safeParse(data)
	if (!parsed.success) return { authorizationUrl: null, paymentReference: null }
	return { authorizationUrl: parsed.data.authorization_url, paymentReference: parsed.data.reference }
}
