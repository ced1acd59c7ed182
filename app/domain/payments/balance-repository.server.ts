import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, text, word } from '#db/row.server.ts'
import { ledgerEntries, ledgerLines, paymentAttempts, refunds } from '#db/schema/payments.ts'
import { payouts } from '#db/schema/payouts.ts'
import { rawRead } from '#db/statement.server.ts'
import type { BalanceMove } from './balance-match.ts'

/** The kinds of entries that move what Paystack has for us. */
const entryKinds = ['payment', 'refund', 'payout-sent', 'payout-returned', 'settlement'] as const

const toMove = decode({
	key: text('key'),
	kind: word('kind', entryKinds),
	subjectId: text('subject_id'),
	refundNumber: nullable(text('refund_number')),
	amountKobo: integer('amount_kobo'),
	at: integer('at'),
	since: integer('since'),
})

const toRefund = decode({
	key: text('key'),
	number: nullable(text('number')),
	amountKobo: integer('amount_kobo'),
	since: integer('since'),
})

/** What the ledger says of Paystack's balance in naira. */
export function createBalanceRepository(read: Database['read']) {
	return {
		/**
		 * The lines of that time about Paystack's balance, in a mode of its key; settlements have none. Reads every line
		 * that there is about it: only the operator asks.
		 */
		async balanceMovesBetween(mode: PaymentMode, from: Instant, to: Instant): Promise<BalanceMove[]> {
			const found = await read(
				rawRead(
					sql`SELECT entry.occasion AS key, entry.kind, entry.subject_id, line.amount_kobo, entry.occurred_at AS at,
							refund.paystack_refund_id AS refund_number,
							coalesce(refund.requested_at, payout.created_at, entry.occurred_at) AS since
						FROM ${ledgerLines} line CROSS JOIN ${ledgerEntries} entry ON entry.id = line.entry_id
						LEFT JOIN ${paymentAttempts} attempt ON attempt.payment_reference = entry.subject_id
						LEFT JOIN ${payouts} payout ON payout.reference = entry.subject_id
						LEFT JOIN ${refunds} refund ON refund.payment_reference = entry.subject_id
							AND entry.occasion = 'refund:' || refund.payment_reference || CASE refund.part WHEN 0 THEN '' ELSE ':' || refund.part END
						WHERE line.account_id = 'paystack::NGN' AND entry.occurred_at >= ${from} AND entry.occurred_at < ${to}
							AND coalesce(attempt.mode, payout.mode, ${mode}) = ${mode}`,
					toMove,
				),
			)
			return found.map(({ kind, subjectId, refundNumber, ...same }) => ({
				...same,
				...namesOf(kind, subjectId, refundNumber),
				isBooked: true,
			}))
		},

		/** Refunds that Paystack may have taken out of its balance, and whose arrival was not told here. */
		async balanceRefundsUnderWay(mode: PaymentMode, now: Instant): Promise<BalanceMove[]> {
			const found = await read(
				rawRead(
					sql`SELECT 'refund:' || ${refunds.paymentReference} AS key, ${refunds.paystackRefundId} AS number,
							-${refunds.amountKobo} AS amount_kobo, ${refunds.requestedAt} AS since
						FROM ${refunds} CROSS JOIN ${paymentAttempts} ON ${paymentAttempts.paymentReference} = ${refunds.paymentReference}
						WHERE ${refunds.status} <> 'processed' AND ${refunds.status} <> 'failed' AND ${refunds.currency} = 'NGN'
							AND ${paymentAttempts.mode} = ${mode}`,
					toRefund,
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

function namesOf(
	kind: (typeof entryKinds)[number],
	subjectId: string,
	refundNumber: string | null,
): Pick<BalanceMove, 'kind' | 'name'> {
	if (kind === 'refund') return { kind, name: refundNumber }
	if (kind === 'settlement') return { kind, name: null }
	return { kind: kind === 'payment' ? kind : 'transfer', name: subjectId }
}
