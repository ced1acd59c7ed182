import { type SQL, sql } from 'drizzle-orm'
import { LATEST_PLACE, type ListPlace } from '#app/kernel/list-place.ts'
import type { LedgerAccountKind, PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER } from '#app/kernel/vocabulary/payouts.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { DaySpan } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { ledgerEntries, ledgerLines, transactions } from '#db/schema/payments.ts'
import { payoutAccounts, payoutItems, payouts } from '#db/schema/payouts.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect } from '#db/statement.server.ts'
import { paymentName } from './open-payment-repository.server.ts'

const statedPayout = rows({
	...pickColumns(payouts, 'reference', 'status', 'way', 'grossKobo', 'commissionKobo', 'paymentFeeKobo'),
	...pickColumns(payouts, 'transferFeeKobo', 'amountKobo', 'createdAt', 'changedAt'),
	/** The end of the number identifies the account. */
	bankName: payoutAccounts.bankName,
	lastDigits: text(sql<string>`substr(${payoutAccounts.accountNumber}, -4)`),
	holderName: payoutAccounts.holderName,
	itemCount: integer(
		sql<number>`(SELECT count(*) FROM ${payoutItems} WHERE ${payoutItems.payoutReference} = ${payouts.reference})`,
	),
})
export type StatedPayout = ReturnType<typeof statedPayout.read>

const ofShop = sql`FROM ${payouts} CROSS JOIN ${payoutAccounts} ON ${payoutAccounts.id} = ${payouts.accountId}
	WHERE ${payouts.shopId} = ${callingShopId(shopCallerPlaceholders)}`

const payoutsOfShop = (condition: SQL) =>
	preparedSelect<StatedPayout>(statedPayout, () => sql`${ofShop} AND ${condition}`)

const ofReference = payoutsOfShop(sql`${payouts.reference} = ${placeholder('reference')}`)
const pageOfShop = payoutsOfShop(sql`${payouts.mode} = ${placeholder('mode')}
	AND ${payouts.createdAt} <= ${placeholder('at')} AND (${payouts.createdAt} < ${placeholder('at')} OR ${payouts.reference} < ${placeholder('id')})
	ORDER BY ${payouts.createdAt} DESC, ${payouts.reference} DESC LIMIT ${placeholder('limit')}`)

const statedItem = rows({
	paymentReference: payoutItems.paymentReference,
	/** The booking's number, or the plan's title. */
	name: text(paymentName),
	appointmentReference: nullable(text(appointments.referenceNumber)),
	...pickColumns(payoutItems, 'reason', 'dueAt', 'earnedKobo', 'tipKobo', 'commissionKobo', 'paymentFeeKobo'),
})
export type StatedItem = ReturnType<typeof statedItem.read>

const itemsOfShop = preparedSelect<StatedItem>(
	statedItem,
	() => sql`FROM ${payouts}
		CROSS JOIN ${payoutItems} ON ${payoutItems.payoutReference} = ${payouts.reference}
		CROSS JOIN ${transactions} ON ${transactions.paymentReference} = ${payoutItems.paymentReference}
		LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
		LEFT JOIN ${subscriptions} ON ${subscriptions.checkoutId} = ${transactions.checkoutId}
		WHERE ${payouts.reference} = ${placeholder('reference')} AND ${payouts.shopId} = ${callingShopId(shopCallerPlaceholders)}
		ORDER BY ${payoutItems.dueAt} DESC, ${payoutItems.paymentReference}`,
)

const payoutToMailRow = rows({
	shopName: shops.name,
	timeZone: shops.timeZone,
	...pickColumns(payouts, 'status', 'amountKobo', 'grossKobo', 'commissionKobo', 'paymentFeeKobo'),
	...pickColumns(payouts, 'transferFeeKobo', 'changedAt'),
	bankName: payoutAccounts.bankName,
	lastDigits: text(sql<string>`substr(${payoutAccounts.accountNumber}, -4)`),
	itemCount: integer(
		sql<number>`(SELECT count(*) FROM ${payoutItems} WHERE ${payoutItems.payoutReference} = ${payouts.reference})`,
	),
	isByTransfer: flag(sql<boolean>`${payouts.way} = ${BY_TRANSFER}`),
	hasArrivedLate: flag(sql<boolean>`${payouts.arrivedLateAt} IS NOT NULL`),
})
export type PayoutToMail = ReturnType<typeof payoutToMailRow.read>

const toMail = preparedSelect<PayoutToMail>(
	payoutToMailRow,
	() => sql`FROM ${payouts} CROSS JOIN ${payoutAccounts} ON ${payoutAccounts.id} = ${payouts.accountId}
		CROSS JOIN ${shops} ON ${shops.id} = ${payouts.shopId} WHERE ${payouts.reference} = ${placeholder('reference')}`,
)

type Page = { mode: PaymentMode; after: ListPlace | null; limit: number }

/** Payouts in lists, statements and mails of the shop. */
export function createPayoutStatementRepository(read: Database['read']) {
	return {
		/** The newest first. */
		payoutsOfCaller: (caller: ShopCaller, { mode, after, limit }: Page): Promise<StatedPayout[]> =>
			read(pageOfShop({ ...caller, mode, ...(after ?? LATEST_PLACE), limit })),

		/** Null for a reference of another shop. */
		payoutOfCaller: (caller: ShopCaller, reference: string): Promise<StatedPayout | null> =>
			first(read(ofReference({ ...caller, reference }))),

		/** The newest first; none for a reference of another shop. */
		itemsOfCaller: (caller: ShopCaller, reference: string): Promise<StatedItem[]> =>
			read(itemsOfShop({ ...caller, reference })),

		payoutToMail: (reference: string): Promise<PayoutToMail | null> => first(read(toMail({ reference }))),
	}
}

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
