import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { disputeOutcomes } from '#app/kernel/vocabulary/payments.ts'
import { foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { transactions } from './payments.ts'

/** It stays after its end: a late event of its beginning must not open it again. */
export const disputes = sqliteTable(
	'disputes',
	{
		/** Paystack's number as text; the payment's reference where an event has no number. */
		id: id(),
		paymentReference: foreignId('payment_reference', () => transactions.paymentReference),
		/** The amount, and Paystack's reason; null where unknown. */
		amountKobo: kobo('amount_kobo'),
		category: text('category'),
		openedAt: instantColumn('opened_at').notNull(),
		/** Until when Paystack takes an answer; null where unknown. */
		dueAt: instantColumn('due_at'),
		/** When the operator answered on the dashboard: no event of Paystack's reports it. */
		answeredAt: instantColumn('answered_at'),
		/** The operator's last alert. */
		alertedAt: instantColumn('alerted_at'),
		endedAt: instantColumn('ended_at'),
		outcome: text('outcome', { enum: disputeOutcomes }),
	},
	(t) => [
		check('dispute_outcome', sql`${t.outcome} is null or ${oneOf(t.outcome, disputeOutcomes)}`),
		check('dispute_ended', sql`(${t.endedAt} is null) = (${t.outcome} is null)`),
		index('disputes_by_payment').on(t.paymentReference),
		// Waiting for the operator's answer.
		index('disputes_due').on(t.dueAt).where(sql`${t.endedAt} is null and ${t.answeredAt} is null`),
	],
)
