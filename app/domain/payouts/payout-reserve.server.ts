import { type SQL, sql } from 'drizzle-orm'
import { pendingPayoutStatuses } from '#app/kernel/vocabulary/payouts.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { payouts } from '#db/schema/payouts.ts'

const pending = sql.raw(pendingPayoutStatuses.map((status) => `'${status}'`).join(', '))

/** What customers may still get back, refunds under way included: no payout may take it. */
export const customersKobo = sql`(SELECT coalesce(sum(${ledgerAccounts.balanceKobo}), 0) FROM ${ledgerAccounts}
	WHERE ${ledgerAccounts.kind} = 'customer_money' AND ${ledgerAccounts.balanceKobo} <> 0)`

/** Of other payouts by transfers: what may not have left the balance yet. */
export const otherPendingKobo = (
	reference: string,
	which: SQL,
) => sql`(SELECT coalesce(sum(other.amount_kobo), 0) FROM ${payouts} other
	WHERE other.status IN (${pending}) AND other.way = 'paystack' AND other.reference <> ${reference} AND ${which})`
