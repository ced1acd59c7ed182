import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { HELD_BY_PROVIDER, type PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { Database } from '#db/client.server.ts'
import { instant, integer, rows, text, word } from '#db/row.server.ts'
import { ledgerEntries, ledgerLines, paymentAttempts, refunds } from '#db/schema/payments.ts'
import { payouts } from '#db/schema/payouts.ts'
import { rawSelect } from '#db/statement.server.ts'
import type { BalanceMove } from './balance-match.ts'

/** Kinds of entries that move the provider's balance. */
const entryKinds = ['payment', 'refund', 'payout-sent', 'payout-returned', 'settlement'] as const

const moveRow = rows({
	key: ledgerEntries.key,
	kind: word(sql<string>`${ledgerEntries.kind}`, entryKinds),
	subjectId: text(sql<string>`${ledgerEntries.subjectId}`),
	refundNumber: refunds.providerRefundId,
	amountKobo: ledgerLines.amountKobo,
	at: ledgerEntries.occurredAt,
	since: instant(
		sql<number>`coalesce(${refunds.requestedAt}, ${payouts.createdAt}, ${ledgerEntries.occurredAt})`,
	),
})

const refundRow = rows({
	key: text(sql<string>`'refund:' || ${refunds.paymentReference}`),
	number: refunds.providerRefundId,
	amountKobo: integer(sql<number>`-${refunds.amountKobo}`),
	since: refunds.requestedAt,
})

/** The ledger's view of the provider's balance in naira. */
export function createBalanceRepository(read: Database['read']) {
	return {
		/**
		 * Lines of the period in one mode; settlements have no mode. Reads every line of the balance, for the operator
		 * alone.
		 */
		async balanceMovesBetween(mode: PaymentMode, from: Instant, to: Instant): Promise<BalanceMove[]> {
			const found = await read(
				rawSelect(
					moveRow,
					sql`FROM ${ledgerLines} CROSS JOIN ${ledgerEntries} ON ${ledgerEntries.id} = ${ledgerLines.entryId}
						LEFT JOIN ${paymentAttempts} ON ${paymentAttempts.paymentReference} = ${ledgerEntries.subjectId}
						LEFT JOIN ${payouts} ON ${payouts.reference} = ${ledgerEntries.subjectId}
						LEFT JOIN ${refunds} ON ${refunds.paymentReference} = ${ledgerEntries.subjectId}
							AND ${ledgerEntries.key} = 'refund:' || ${refunds.paymentReference} || CASE ${refunds.part} WHEN 0 THEN '' ELSE ':' || ${refunds.part} END
						WHERE ${ledgerLines.accountId} = ${`${HELD_BY_PROVIDER}::NGN`}
							AND ${ledgerEntries.occurredAt} >= ${from} AND ${ledgerEntries.occurredAt} < ${to}
							AND coalesce(${paymentAttempts.mode}, ${payouts.mode}, ${mode}) = ${mode}`,
				),
			)
			return found.map(({ kind, subjectId, refundNumber, ...same }) => ({
				...same,
				...nameMove(kind, subjectId, refundNumber),
				isBooked: true,
			}))
		},

		/** Refunds that may have left the balance, without news of their arrival. */
		async balanceRefundsUnderWay(mode: PaymentMode, now: Instant): Promise<BalanceMove[]> {
			const found = await read(
				rawSelect(
					refundRow,
					sql`FROM ${refunds} CROSS JOIN ${paymentAttempts} ON ${paymentAttempts.paymentReference} = ${refunds.paymentReference}
						WHERE ${refunds.status} <> 'processed' AND ${refunds.status} <> 'failed' AND ${refunds.currency} = 'NGN'
							AND ${paymentAttempts.mode} = ${mode}`,
				),
			)
			return found.map(({ number, ...same }) => ({
				...same,
				kind: 'refund' as const,
				name: number,
				at: now,
				isBooked: false,
			}))
		},
	}
}

function nameMove(
	kind: (typeof entryKinds)[number],
	subjectId: string,
	refundNumber: string | null,
): Pick<BalanceMove, 'kind' | 'name'> {
	if (kind === 'refund') return { kind, name: refundNumber }
	if (kind === 'settlement') return { kind, name: null }
	return { kind: kind === 'payment' ? kind : 'transfer', name: subjectId }
}
