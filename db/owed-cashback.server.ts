import { type SQL, sql } from 'drizzle-orm'
import { cashbackAccounts, cashbackWriteOffs } from './schema/loyalty-cashback.ts'

/** An account's debt to a shop: cashback spent before its reversal (D38); 0 for none. */
export function owedCashback(userId: SQL, shopId: SQL): SQL {
	return sql`coalesce((SELECT sum(${cashbackWriteOffs.amountKobo} - ${cashbackWriteOffs.settledKobo})
		FROM ${cashbackAccounts} JOIN ${cashbackWriteOffs} ON ${cashbackWriteOffs.accountId} = ${cashbackAccounts.id}
		WHERE ${cashbackAccounts.userId} = ${userId} AND ${cashbackAccounts.shopId} = ${shopId}), 0)`
}
