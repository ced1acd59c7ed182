import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundReason, RefundStatus } from '#app/kernel/vocabulary.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { isDatabaseError, isUniqueViolation } from '#db/database-error.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import { type RefundingStatement, refunding } from './refunding-statement.server.ts'

export type NewRefund = {
	id: string
	reference: string
	amountKobo: Kobo
	currency: string
	reason: RefundReason
	now: Instant
}

/** A refund to send, or to ask about. */
export type DueRefund = {
	reference: string
	amountKobo: Kobo
	currency: string
	reason: RefundReason
	status: RefundStatus
	paystackRefundId: string | null
	requestedAt: Instant
	attemptCount: number
}

export function createRefundRepository(read: Database['read']) {
	return {
		/** In the batch that decides it; due at once. Refused where no money is to go back ('refund_not_due'). */
		insertRefund: (refund: NewRefund): RefundingStatement =>
			refunding(
				rawWrite(
					sql`INSERT INTO refunds (id, payment_reference, amount_kobo, currency, reason, requested_at, changed_at, next_attempt_at)
						VALUES (${refund.id}, ${refund.reference}, ${refund.amountKobo}, ${refund.currency}, ${refund.reason},
							${refund.now}, ${refund.now}, ${refund.now})`,
				),
				refund.reference,
			),

		/** Those to be sent or asked about now, the longest waiting first; of one payment where it is named. */
		dueRefunds: (now: Instant, limit: number, reference: string | null = null): Promise<DueRefund[]> =>
			read(
				rawRead(
					sql`SELECT * FROM refunds WHERE status IN ('requested', 'pending', 'processing') AND next_attempt_at <= ${now}
							AND (${reference} IS NULL OR payment_reference = ${reference})
						ORDER BY next_attempt_at LIMIT ${limit}`,
					(row) => ({
						reference: String(row.payment_reference),
						amountKobo: Number(row.amount_kobo),
						currency: String(row.currency),
						reason: row.reason as RefundReason,
						status: row.status as RefundStatus,
						paystackRefundId: row.paystack_refund_id === null ? null : String(row.paystack_refund_id),
						requestedAt: Number(row.requested_at),
						attemptCount: Number(row.attempt_count),
					}),
				),
			),

		/**
		 * Takes a refund for this worker alone until `nextAttemptAt`: no row is changed when another one has it, since the
		 * count is the one that was read.
		 */
		claimRefund: (refund: { reference: string; attemptCount: number }, nextAttemptAt: Instant): Statement =>
			rawWrite(
				sql`UPDATE refunds SET attempt_count = attempt_count + 1, next_attempt_at = ${nextAttemptAt}
					WHERE payment_reference = ${refund.reference} AND attempt_count = ${refund.attemptCount}
						AND status IN ('requested', 'pending', 'processing')`,
			),

		/**
		 * Where Paystack says that a refund is. Events come in any order: a state that is not further on changes no row.
		 * 'failed' and 'needs-attention' can still become 'processed'.
		 */
		moveRefund: (moved: {
			reference: string
			status: Exclude<RefundStatus, 'requested'>
			paystackRefundId: string | null
			now: Instant
		}): Statement =>
			rawWrite(
				sql`UPDATE refunds SET status = ${moved.status}, changed_at = ${moved.now},
						paystack_refund_id = coalesce(paystack_refund_id, ${moved.paystackRefundId})
					WHERE payment_reference = ${moved.reference} AND ${rankOf(sql`status`)} < ${rankOf(sql`${moved.status}`)}`,
			),
	}
}

/** For `postEntry`: this batch, or one before it, has moved the refund to its end. */
export function refundHasArrived(reference: string): SQL {
	return sql`EXISTS (SELECT 1 FROM refunds WHERE payment_reference = ${reference} AND status = 'processed')`
}

/** Its payment is not, or not any more, what this batch took it for: nothing of it was applied. */
export function isRefundNotDue(error: unknown): boolean {
	if (!isDatabaseError(error)) return false
	return error.rule === 'refund_not_due' || isUniqueViolation(error, 'refunds.payment_reference')
}

export type RefundRepository = ReturnType<typeof createRefundRepository>

/** How far on a state is. */
function rankOf(status: ReturnType<typeof sql>) {
	return sql`CASE ${status} WHEN 'requested' THEN 0 WHEN 'pending' THEN 1 WHEN 'processing' THEN 2
		WHEN 'needs-attention' THEN 3 WHEN 'failed' THEN 4 ELSE 5 END`
}
