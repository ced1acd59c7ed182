import { sql } from 'drizzle-orm'
import type { LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import type { DaySpan } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, rows, text } from '#db/row.server.ts'
import { ledgerEntries, ledgerLines } from '#db/schema/payments.ts'
import { preparedSelect } from '#db/statement.server.ts'

const { placeholder } = sql

const ofKind = (kind: LedgerAccountKind, sign: '+' | '-') =>
	sql<number>`sum(CASE account.kind WHEN ${kind} THEN ${sql.raw(sign)}line.amount_kobo ELSE 0 END)`
const shopDue = (which: '<' | '>', sign: '+' | '-') =>
	sql<number>`sum(CASE WHEN account.kind = 'shop_due' AND line.amount_kobo ${sql.raw(which)} 0 THEN ${sql.raw(sign)}line.amount_kobo ELSE 0 END)`

/** `date` is first, by which the lines are grouped. */
const payoutDayRow = rows({
	date: text(
		sql<string>`date(span.value ->> 'firstDate', '+' || (CAST(entry.recorded_at - (span.value ->> 'fromAt') AS INTEGER) / (span.value ->> 'dayMs')) || ' days')`,
	),
	/** Paid online for appointments and plans, and refunded, without tips. */
	earnedKobo: integer(shopDue('<', '-')),
	returnedKobo: integer(shopDue('>', '+')),
	/** Without refunded ones. */
	tipsKobo: integer(ofKind('staff_tips', '-')),
	/** The shop's cashback, earned by customers and spent. */
	cashbackGivenKobo: integer(ofKind('shop_cashback', '+')),
	cashbackSpentKobo: integer(ofKind('cashback_spent', '-')),
})
/** A shop's day in the ledger. */
export type PayoutDay = ReturnType<typeof payoutDayRow.read>

const payoutDays = preparedSelect(
	payoutDayRow,
	() => sql`FROM json_each('["shop_due","staff_tips","shop_cashback","cashback_spent"]') known
		CROSS JOIN ledger_accounts account ON account.id = known.value || ':' || ${placeholder('shopId')} || ':NGN'
		CROSS JOIN ${ledgerLines} line ON line.account_id = account.id
		CROSS JOIN ${ledgerEntries} entry ON entry.id = line.entry_id
		CROSS JOIN json_each(${placeholder('spans')}) span ON entry.recorded_at >= (span.value ->> 'fromAt')
			AND entry.recorded_at < (span.value ->> 'untilAt')
		GROUP BY 1 ORDER BY 1`,
)

export function createPayoutDayRepository(read: Database['read']) {
	return {
		/** By the day of entry: a past day never changes. The provider's fees are the operator's. */
		days: (shopId: string, spans: readonly DaySpan[]): Promise<PayoutDay[]> =>
			read(payoutDays({ shopId, spans: JSON.stringify(spans) })),
	}
}
