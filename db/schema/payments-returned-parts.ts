import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { refundStatuses, returnCauses } from '#app/kernel/vocabulary/payments.ts'
import { foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { transactions } from './payments.ts'

/**
 * A part of a payment that went back at Paystack without our request. It holds the payment until a person decides
 * (D78).
 */
export const returnedParts = sqliteTable(
	'returned_parts',
	{
		/** Paystack's name: 'dispute:<number>', 'refund:<number>', 'refund:<payment>:<kobo>' before it has one. */
		id: id(),
		paymentReference: foreignId('payment_reference', () => transactions.paymentReference),
		cause: text('cause', { enum: returnCauses }).notNull(),
		/** Null where Paystack gave none. */
		amountKobo: kobo('amount_kobo'),
		/** The provider's refund number; null for a dispute, and until known. */
		providerRefundId: text('paystack_refund_id'),
		status: text('status', { enum: refundStatuses }).notNull(),
		toldAt: instantColumn('told_at').notNull(),
		/** When a person decided, or Paystack reversed it, and what of it was booked. */
		decidedAt: instantColumn('decided_at'),
		bookedKobo: kobo('booked_kobo'),
	},
	(t) => [
		check('returned_part_cause', oneOf(t.cause, returnCauses)),
		check('returned_part_status', oneOf(t.status, refundStatuses)),
		check(
			'returned_part_decided',
			sql`(${t.decidedAt} is null) = (${t.bookedKobo} is null) and (${t.bookedKobo} is null or ${t.bookedKobo} >= 0)`,
		),
		index('returned_parts_by_payment').on(t.paymentReference),
		// Waiting for a person.
		index('returned_parts_undecided').on(t.toldAt).where(sql`${t.decidedAt} is null`),
	],
)
