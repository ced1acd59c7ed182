import { type SQL, sql } from 'drizzle-orm'
import { cashbackAccounts, cashbackWriteOffs } from './schema/loyalty-cashback.ts'
import { transactions } from './schema/payments.ts'
import { returnedParts } from './schema/payments-returned-parts.ts'

/** A part of that payment went back at Paystack, and no person has decided yet (D78). */
export function hasUndecidedPart(paymentReference: SQL): SQL<boolean> {
	return sql<boolean>`EXISTS (SELECT 1 FROM ${returnedParts}
		WHERE ${returnedParts.paymentReference} = ${paymentReference} AND ${returnedParts.decidedAt} IS NULL)`
}

/** A dispute is open, or a returned part is undecided. */
export const isPaymentHeld = sql<boolean>`(${transactions.disputedAt} IS NOT NULL
	OR ${hasUndecidedPart(sql`${transactions.paymentReference}`)})`

/** An account's debt to a shop: cashback spent before its reversal (D38); 0 for none. */
export function owedCashback(userId: SQL, shopId: SQL): SQL {
	return sql`coalesce((SELECT sum(${cashbackWriteOffs.amountKobo} - ${cashbackWriteOffs.settledKobo})
		FROM ${cashbackAccounts} JOIN ${cashbackWriteOffs} ON ${cashbackWriteOffs.accountId} = ${cashbackAccounts.id}
		WHERE ${cashbackAccounts.userId} = ${userId} AND ${cashbackAccounts.shopId} = ${shopId}), 0)`
}
