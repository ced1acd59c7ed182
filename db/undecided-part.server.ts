import { type SQL, sql } from 'drizzle-orm'
import { transactions } from './schema/payments.ts'
import { returnedParts } from './schema/payments-returned-parts.ts'

/** Whether a part of that payment went back at Paystack, of which no person has decided yet (D78). */
export function hasUndecidedPart(paymentReference: SQL): SQL<boolean> {
	return sql<boolean>`EXISTS (SELECT 1 FROM ${returnedParts}
		WHERE ${returnedParts.paymentReference} = ${paymentReference} AND ${returnedParts.decidedAt} IS NULL)`
}

/** Whether a payment is held: its payer disputes it, or a part of it went back that no person has decided about. */
export const isPaymentHeld = sql<boolean>`(${transactions.disputedAt} IS NOT NULL
	OR ${hasUndecidedPart(sql`${transactions.paymentReference}`)})`
