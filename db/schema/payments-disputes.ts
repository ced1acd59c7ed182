import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { disputeOutcomes } from '#app/kernel/vocabulary/payments.ts'
import { id, instantColumn, kobo, oneOf } from './columns.ts'
import { transactions } from './payments.ts'

/**
 * A payer's dispute, as Paystack tells of it. It stays when it has ended: its beginning may be told after its end, and
 * must not open it again.
 */
export const disputes = sqliteTable(
	'disputes',
	{
		/** Paystack's number of it, as text; the payment's reference where an event has no number. */
		id: id(),
		paymentReference: text('payment_reference')
			.notNull()
			.references(() => transactions.paymentReference),
		/** The money in question, and Paystack's word for why; null where Paystack has not said. */
		amountKobo: kobo('amount_kobo'),
		category: text('category'),
		openedAt: instantColumn('opened_at').notNull(),
		/** Until when Paystack takes an answer; null where it has not said. */
		dueAt: instantColumn('due_at'),
		/** When the operator said that it was answered on the dashboard: no event of Paystack's tells it. */
		answeredAt: instantColumn('answered_at'),
		/** When the operator was last alerted of it. */
		alertedAt: instantColumn('alerted_at'),
		endedAt: instantColumn('ended_at'),
		outcome: text('outcome', { enum: disputeOutcomes }),
	},
	(t) => [
		check('dispute_outcome', sql`${t.outcome} is null or ${oneOf(t.outcome, disputeOutcomes)}`),
		check('dispute_ended', sql`(${t.endedAt} is null) = (${t.outcome} is null)`),
		index('disputes_by_payment').on(t.paymentReference),
		// Those that wait for the operator's answer.
		index('disputes_due').on(t.dueAt).where(sql`${t.endedAt} is null and ${t.answeredAt} is null`),
	],
)
