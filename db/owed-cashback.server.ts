import { type SQL, sql } from 'drizzle-orm'
import { cashbackAccounts, cashbackWriteOffs } from './schema/loyalty-cashback.ts'

/** An account's debt to a shop: cashback that was spent before it had to be reversed (D38); 0 without a debt. */
export function owedCashback(userId: SQL, shopId: SQL): SQL {
	return sql`coalesce((SELECT sum(${cashbackWriteOffs.amountKobo} - ${cashbackWriteOffs.settledKobo})
		FROM ${cashbackAccounts} JOIN ${cashbackWriteOffs} ON ${cashbackWriteOffs.accountId} = ${cashbackAccounts.id}
		WHERE ${cashbackAccounts.userId} = ${userId} AND ${cashbackAccounts.shopId} = ${shopId}), 0)`
}
