import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode, RefundReason, RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { isPaymentHeld } from '#db/held-money.server.ts'
import { flag, integer, json, pickColumns, rows } from '#db/row.server.ts'
import { paymentAttempts, refunds, transactions } from '#db/schema/payments.ts'
import { insertRow, rawSelect, updateWhere } from '#db/statement.server.ts'

/** 0 for all that is left, from 1 for partial refunds (D53). */
export type RefundKey = { paymentReference: string; part: number }

export type NewRefund = {
	id?: string
	paymentReference: string
	/** Left out: all that is left of the payment. */
	part?: number
	amountKobo: Kobo
	currency: string
	reason: RefundReason
	now: Instant
}

const other = alias(refunds, 'other')

const dueRefundRow = rows({
	...pickColumns(refunds, 'paymentReference', 'part', 'provider'),
	/** All of the payment at once. */
	isWhole: flag(sql<boolean>`${refunds.amountKobo} = ${transactions.amountKobo}`),
	/** Of the payment's other refunds, at the provider. */
	otherRefundIds: json<string[]>(sql`(SELECT json_group_array(${other.providerRefundId}) FROM ${refunds} other
		WHERE ${other.paymentReference} = ${refunds.paymentReference} AND ${other.part} <> ${refunds.part}
			AND ${other.providerRefundId} IS NOT NULL)`),
	...pickColumns(refunds, 'amountKobo', 'currency', 'reason', 'status', 'providerRefundId', 'requestedAt'),
	attemptCount: refunds.attemptCount,
})
export type DueRefund = ReturnType<typeof dueRefundRow.read>

const unfinishedCounts = rows({
	unfinished: integer(sql<number>`count(*)`),
	needingAttention: integer(
		sql<number>`count(*) FILTER (WHERE ${refunds.status} IN ('failed', 'needs-attention'))`,
	),
})

/** Raw SQL: SQLite uses the partial index only where its exact condition stands in the query. */
const isUnfinished = sql`${refunds.status} IN ('requested', 'pending', 'processing')`

export function createRefundRepository(read: Database['read']) {
	return {
		/**
		 * Belongs in the batch of its decision; due at once, by the provider of the payment. Refuses the batch
		 * ('refund_not_due') unless the outcome is a refund.
		 */
		insertRefund: ({ id = newId(), now, ...refund }: NewRefund): Statement => ({
			...insertRow(refunds, {
				id,
				...refund,
				provider: providerOfPayment(refund.paymentReference),
				requestedAt: now,
				changedAt: now,
				nextAttemptAt: now,
			}),
			followUp: { kind: 'refund', paymentReference: refund.paymentReference },
		}),

		/**
		 * Refunds to send, then to check, the longest waiting first; only of payments in `mode` (S4).
		 *
		 * A held payment's refund waits for the end of its dispute, or for a decision about its part (S19, D78). A
		 * payment's refunds are sent one by one, so that each has its number before the next.
		 */
		dueRefunds: (
			mode: PaymentMode,
			now: Instant,
			limit: number,
			paymentReference: string | null = null,
		): Promise<DueRefund[]> =>
			read(
				rawSelect(
					dueRefundRow,
					sql`FROM ${refunds}
						JOIN ${paymentAttempts} ON ${paymentAttempts.paymentReference} = ${refunds.paymentReference}
						JOIN ${transactions} ON ${transactions.paymentReference} = ${refunds.paymentReference}
						WHERE ${isUnfinished} AND ${refunds.nextAttemptAt} <= ${now} AND ${paymentAttempts.mode} = ${mode}
							AND (${refunds.status} <> 'requested' OR (NOT ${isPaymentHeld}
								AND NOT EXISTS (SELECT 1 FROM ${refunds} earlier WHERE earlier.payment_reference = ${refunds.paymentReference}
									AND earlier.status = 'requested' AND earlier.part > 0
									AND (${refunds.part} = 0 OR earlier.part < ${refunds.part}))))
							AND (${paymentReference} IS NULL OR ${refunds.paymentReference} = ${paymentReference})
						ORDER BY ${refunds.status} <> 'requested', ${refunds.nextAttemptAt} LIMIT ${limit}`,
				),
			),

		/** Claims a refund until `nextAttemptAt`. Changes no row where another worker has it. */
		claimRefund: (refund: RefundKey & { attemptCount: number }, nextAttemptAt: Instant): Statement<number> =>
			updateWhere(
				refunds,
				{ attemptCount: sql`${refunds.attemptCount} + 1`, nextAttemptAt },
				and(isRefund(refund), eq(refunds.attemptCount, refund.attemptCount), isUnfinished),
			),

		/** The provider's status. Events come in any order: an earlier status changes no row. */
		moveRefund: (
			moved: RefundKey & { status: Exclude<RefundStatus, 'requested'>; now: Instant },
		): Statement<number> =>
			updateWhere(
				refunds,
				{ status: moved.status, changedAt: moved.now },
				and(isRefund(moved), inArray(refunds.status, statesBefore(moved.status))),
			),

		/** Lowers a refund that was not sent: the rest was refunded otherwise. */
		lowerRefund: (paymentReference: string, from: Kobo, to: Kobo): Statement<number> =>
			updateWhere(
				refunds,
				{ amountKobo: to },
				and(isRefund({ paymentReference, part: 0 }), eq(refunds.amountKobo, from)),
			),

		/** The first known number stays. */
		keepRefundId: (refund: RefundKey, providerRefundId: string): Statement<number> =>
			updateWhere(refunds, { providerRefundId }, and(isRefund(refund), isNull(refunds.providerRefundId))),

		/** Refunds that have not arrived, and the ones that need a person. */
		async countUnfinished(): Promise<{ unfinished: number; needingAttention: number }> {
			const [counts] = await read(
				rawSelect(unfinishedCounts, sql`FROM ${refunds} WHERE ${refunds.status} <> 'processed'`),
			)
			return counts ?? { unfinished: 0, needingAttention: 0 }
		},
	}
}

/** For `postEntry`: whether the refund is 'processed' by now. */
export function refundHasArrived(refund: RefundKey): SQL {
	return sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${isRefund(refund)} AND ${refunds.status} = 'processed')`
}

function providerOfPayment(paymentReference: string): SQL {
	return sql`(SELECT ${paymentAttempts.provider} FROM ${paymentAttempts} WHERE ${paymentAttempts.paymentReference} = ${paymentReference})`
}

function isRefund({ paymentReference, part }: RefundKey): SQL {
	return sql`${refunds.paymentReference} = ${paymentReference} AND ${refunds.part} = ${part}`
}

/** The name of one refund: a payment can have several. */
export function refundName({ paymentReference, part }: RefundKey): string {
	return part === 0 ? paymentReference : `${paymentReference}:${part}`
}

/** The payment changed since it was read: nothing of the batch was applied. */
export function isRefundNotDue(error: unknown): boolean {
	return isViolation(error, 'refund_not_due') || isViolation(error, 'unique:refunds.payment_reference')
}

/** 'failed' and 'needs-attention' can still become 'processed'. */
const inOrder: readonly RefundStatus[] = [
	'requested',
	'pending',
	'processing',
	'needs-attention',
	'failed',
	'processed',
]

/** The statuses that may become this one. */
export function statesBefore(status: RefundStatus): RefundStatus[] {
	return inOrder.slice(0, inOrder.indexOf(status))
}
