import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
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
import { flag, instant, integer, json, nullable, rows, text, word } from '#db/row.server.ts'
import { paymentAttempts, refunds, transactions } from '#db/schema/payments.ts'
import { build, builtWrite, rawSelect } from '#db/statement.server.ts'
import { isPaymentHeld } from '#db/undecided-part.server.ts'

/** Which refund of a payment: 0 for all that is left, 1 and on for differences (D53). */
export type RefundKey = { paymentReference: string; part: number }

export type NewRefund = {
	id: string
	paymentReference: string
	/** All that is left of the payment, unless a part is named. */
	part?: number
	amountKobo: Kobo
	currency: string
	reason: RefundReason
	now: Instant
}

const other = alias(refunds, 'other')

const dueRefundRow = rows({
	paymentReference: text(refunds.paymentReference),
	part: integer(refunds.part),
	provider: text(refunds.provider),
	/** All that came of the payment goes back at once. */
	isWhole: flag(sql<boolean>`${refunds.amountKobo} = ${transactions.amountKobo}`),
	/** Of other refunds of the payment, by their numbers at the provider. */
	otherRefundIds: json<string[]>(sql`(SELECT json_group_array(${other.providerRefundId}) FROM ${refunds} other
		WHERE ${other.paymentReference} = ${refunds.paymentReference} AND ${other.part} <> ${refunds.part}
			AND ${other.providerRefundId} IS NOT NULL)`),
	amountKobo: integer(refunds.amountKobo),
	currency: text(refunds.currency),
	reason: word(refunds.reason, refundReasons),
	status: word(refunds.status, refundStatuses),
	providerRefundId: nullable(text(refunds.providerRefundId)),
	requestedAt: instant(refunds.requestedAt),
	attemptCount: integer(refunds.attemptCount),
})
/** A refund to send, or to ask about. */
export type DueRefund = ReturnType<typeof dueRefundRow.read>

const unfinishedCounts = rows({
	unfinished: integer(sql<number>`count(*)`),
	needingAttention: integer(
		sql<number>`count(*) FILTER (WHERE ${refunds.status} IN ('failed', 'needs-attention'))`,
	),
})

/** By hand, since SQLite uses the partial index of due refunds only where its very words stand in the query. */
const isUnfinished = sql`${refunds.status} IN ('requested', 'pending', 'processing')`

export function createRefundRepository(read: Database['read']) {
	return {
		/**
		 * In the batch that decides it; due at once, by the provider that took the money. Refused where the outcome is no
		 * refund ('refund_not_due').
		 */
		insertRefund: ({ now, ...refund }: NewRefund): Statement => ({
			...builtWrite(
				build.insert(refunds).values({
					...refund,
					provider: providerOf(refund.paymentReference),
					requestedAt: now,
					changedAt: now,
					nextAttemptAt: now,
				}),
			),
			followUp: { kind: 'refund', paymentReference: refund.paymentReference },
		}),

		/**
		 * Those to be sent now, then those to be asked about, the longest waiting first; of one payment where it is
		 * named. Only of payments in `mode` (S4). One of a held payment is not sent before its dispute is over, or a
		 * person has decided about a part of it (S19, D78). Those of one payment are sent one after the other, so that each
		 * is known at the provider by its number before the next is asked for.
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

		/**
		 * Takes a refund for this worker alone until `nextAttemptAt`: no row is changed when another one has it, since the
		 * count is the one that was read.
		 */
		claimRefund: (refund: RefundKey & { attemptCount: number }, nextAttemptAt: Instant): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ attemptCount: sql`${refunds.attemptCount} + 1`, nextAttemptAt })
					.where(and(isRefund(refund), eq(refunds.attemptCount, refund.attemptCount), isUnfinished)),
			),

		/**
		 * Where the provider says that a refund is. Events come in any order: a state that is not further on changes no
		 * row.
		 */
		moveRefund: (
			moved: RefundKey & { status: Exclude<RefundStatus, 'requested'>; now: Instant },
		): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ status: moved.status, changedAt: moved.now })
					.where(and(isRefund(moved), inArray(refunds.status, statesBefore(moved.status)))),
			),

		/** Less is left of a whole refund that is not on its way: the rest has gone back otherwise. */
		lowerRefund: (paymentReference: string, from: Kobo, to: Kobo): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ amountKobo: to })
					.where(and(isRefund({ paymentReference, part: 0 }), eq(refunds.amountKobo, from))),
			),

		/** The provider's number of a refund; the first one that is known stays. */
		keepRefundId: (refund: RefundKey, providerRefundId: string): Statement<number> =>
			builtWrite(
				build
					.update(refunds)
					.set({ providerRefundId })
					.where(and(isRefund(refund), isNull(refunds.providerRefundId))),
			),

		/** How many refunds have not reached their customer, and how many of these a person has to look after. */
		async countUnfinished(): Promise<{ unfinished: number; needingAttention: number }> {
			const [counts] = await read(
				rawSelect(unfinishedCounts, sql`FROM ${refunds} WHERE ${refunds.status} <> 'processed'`),
			)
			return counts ?? { unfinished: 0, needingAttention: 0 }
		},
	}
}

/** A condition for `postEntry`: this batch, or one before it, has moved the refund to 'processed'. */
export function refundHasArrived(refund: RefundKey): SQL {
	return sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${isRefund(refund)} AND ${refunds.status} = 'processed')`
}

function providerOf(paymentReference: string): SQL {
	return sql`(SELECT ${paymentAttempts.provider} FROM ${paymentAttempts} WHERE ${paymentAttempts.paymentReference} = ${paymentReference})`
}

function isRefund({ paymentReference, part }: RefundKey): SQL {
	return sql`${refunds.paymentReference} = ${paymentReference} AND ${refunds.part} = ${part}`
}

/** What names a refund of a payment where the payment's own name is not enough. */
export function refundName({ paymentReference, part }: RefundKey): string {
	return part === 0 ? paymentReference : `${paymentReference}:${part}`
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

/** The states that a refund may leave for that one. */
export function statesBefore(status: RefundStatus): RefundStatus[] {
	return inOrder.slice(0, inOrder.indexOf(status))
}
