import { type SQL, sql } from 'drizzle-orm'
import { cashbackAccounts, cashbackWriteOffs } from './schema/loyalty.ts'

/**
 * What an account owes a shop in cashback that it had spent before it was taken back (S27); 0 where it owes nothing.
 */
export function owedCashback(userId: SQL, shopId: SQL): SQL {
	return sql`coalesce((SELECT sum(${cashbackWriteOffs.amountKobo} - ${cashbackWriteOffs.settledKobo})
		FROM ${cashbackAccounts} JOIN ${cashbackWriteOffs} ON ${cashbackWriteOffs.accountId} = ${cashbackAccounts.id}
		WHERE ${cashbackAccounts.userId} = ${userId} AND ${cashbackAccounts.shopId} = ${shopId}), 0)`
}
