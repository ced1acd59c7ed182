import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import {
	type PaymentMode,
	type RefundReason,
	type RefundStatus,
	refundReasons,
	refundStatuses,
} from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, text, word } from '#db/row.server.ts'
import { paymentAttempts, refunds, transactions } from '#db/schema/payments.ts'
import { build, builtWrite, rawRead } from '#db/statement.server.ts'

export type NewRefund = {
	id: string
	paymentReference: string
	amountKobo: Kobo
	currency: string
	reason: RefundReason
	now: Instant
}

/** A refund to send, or to ask about. */
export type DueRefund = {
	paymentReference: string
	amountKobo: Kobo
	currency: string
	reason: RefundReason
	status: RefundStatus
	paystackRefundId: string | null
	requestedAt: Instant
	attemptCount: number
}

const toDueRefund = decode({
	paymentReference: text('payment_reference'),
	amountKobo: integer('amount_kobo'),
	currency: text('currency'),
	reason: word('reason', refundReasons),
	status: word('status', refundStatuses),
	paystackRefundId: nullable(text('paystack_refund_id')),
	requestedAt: integer('requested_at'),
	attemptCount: integer('attempt_count'),
})

/** By hand, since SQLite uses the partial index of due refunds only where its very words stand in the query. */
const isUnfinished = sql`${refunds.status} IN ('requested', 'pending', 'processing')`

export function createRefundRepository(read: Database['read']) {
	return {
		/** In the batch that decides it; due at once. Refused where the outcome is no refund ('refund_not_due'). */
		insertRefund: ({ now, ...refund }: NewRefund): Statement => ({
			...builtWrite(
				build.insert(refunds).values({ ...refund, requestedAt: now, changedAt: now, nextAttemptAt: now }),
			),
			followUp: { kind: 'refund', paymentReference: refund.paymentReference },
		}),

		/**
		 * Those to be sent now, then those to be asked about, the longest waiting first; of one payment where it is named.
		 * Only of payments in `mode` (S4). One of a disputed payment is not sent before its dispute is over (S19).
		 */
		dueRefunds: (
			mode: PaymentMode,
			now: Instant,
			limit: number,
			paymentReference: string | null = null,
		): Promise<DueRefund[]> =>
			read(
				rawRead(
					sql`SELECT ${refunds}.* FROM ${refunds}
						JOIN ${paymentAttempts} ON ${paymentAttempts.paymentReference} = ${refunds.paymentReference}
						JOIN ${transactions} ON ${transactions.paymentReference} = ${refunds.paymentReference}
						WHERE ${isUnfinished} AND ${refunds.nextAttemptAt} <= ${now} AND ${paymentAttempts.mode} = ${mode}
							AND (${refunds.status} <> 'requested' OR ${transactions.disputedAt} IS NULL)
							AND (${paymentReference} IS NULL OR ${refunds.paymentReference} = ${paymentReference})
						ORDER BY ${refunds.status} <> 'requested', ${refunds.nextAttemptAt} LIMIT ${limit}`,
					toDueRefund,
				),
			),

		/**
		 * Takes a refund for this worker alone until `nextAttemptAt`: no row is changed when another one has it, since the
		 * count is the one that was read.
		 */
		claimRefund: (
			refund: { paymentReference: string; attemptCount: number },
			nextAttemptAt: Instant,
		): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ attemptCount: sql`${refunds.attemptCount} + 1`, nextAttemptAt })
					.where(
						and(
							eq(refunds.paymentReference, refund.paymentReference),
							eq(refunds.attemptCount, refund.attemptCount),
							isUnfinished,
						),
					),
			),

		/**
		 * Where Paystack says that a refund is. Events come in any order: a state that is not further on changes no row.
		 */
		moveRefund: (moved: {
			paymentReference: string
			status: Exclude<RefundStatus, 'requested'>
			now: Instant
		}): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ status: moved.status, changedAt: moved.now })
					.where(
						and(
							eq(refunds.paymentReference, moved.paymentReference),
							inArray(refunds.status, statesBefore(moved.status)),
						),
					),
			),

		/** Paystack's number of a refund; the first one that is known stays. */
		keepRefundId: (paymentReference: string, paystackRefundId: string): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ paystackRefundId })
					.where(and(eq(refunds.paymentReference, paymentReference), isNull(refunds.paystackRefundId))),
			),

		/** How many refunds have not reached their customer, and how many of these a person has to look after. */
		async countUnfinished(): Promise<{ unfinished: number; needingAttention: number }> {
			const [counts] = await read(
				rawRead(
					sql`SELECT (SELECT count(*) FROM ${refunds} WHERE ${refunds.status} <> 'processed') AS unfinished,
						(SELECT count(*) FROM ${refunds} WHERE ${refunds.status} IN ('failed', 'needs-attention')) AS needing_attention`,
					decode({ unfinished: integer('unfinished'), needingAttention: integer('needing_attention') }),
				),
			)
			return counts ?? { unfinished: 0, needingAttention: 0 }
		},
	}
}

/** A condition for `postEntry`: this batch, or one before it, has moved the refund to 'processed'. */
export function refundHasArrived(paymentReference: string): SQL {
	return sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentReference} = ${paymentReference}
		AND ${refunds.status} = 'processed')`
}

/** The payment is not, or no longer, what the batch took it for: nothing of the batch was applied. */
export function isRefundNotDue(error: unknown): boolean {
	return isViolation(error, 'refund_not_due') || isViolation(error, 'unique:refunds.payment_reference')
}

/** From the first to the last; 'failed' and 'needs-attention' can still become 'processed'. */
const inOrder: readonly RefundStatus[] = [
	'requested',
	'pending',
	'processing',
	'needs-attention',
	'failed',
	'processed',
]

function statesBefore(status: RefundStatus): RefundStatus[] {
	return inOrder.slice(0, inOrder.indexOf(status))
}
