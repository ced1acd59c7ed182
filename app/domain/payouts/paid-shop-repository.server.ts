import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { feeBearers } from '#app/kernel/vocabulary/payouts.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { instant, pickColumns, rows, rowsOrNull, word } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { transactions } from '#db/schema/payments.ts'
import { payoutAccounts, payoutLooks, payoutTerms } from '#db/schema/payouts.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedRead, preparedSelect, upsertRow } from '#db/statement.server.ts'
import { accountInForce } from './payout-account-repository.server.ts'

const termsInForce = sql`(SELECT terms.applies_from FROM payout_terms terms WHERE terms.shop_id = ${shops.id}
	AND terms.applies_from <= ${placeholder('now')} ORDER BY terms.applies_from DESC LIMIT 1)`

const paidShop = rows({
	shopId: shops.id,
	...pickColumns(shops, 'name', 'timeZone'),
	heldUntil: shops.payoutsHeldUntil,
	transferFeeBearer: word(sql<string>`coalesce(${payoutTerms.transferFeeBearer}, 'operator')`, feeBearers),
	account: rowsOrNull(
		'accountId',
		rows({
			accountId: payoutAccounts.id,
			...pickColumns(payoutAccounts, 'bankCode', 'bankName', 'accountNumber', 'holderName', 'recipientCode'),
			...pickColumns(payoutAccounts, 'setBy', 'confirmedAt', 'usableAt'),
		}),
	),
})
/** A shop with its payout account, and what holds its payouts. */
export type PaidShop = ReturnType<typeof paidShop.read>

const shopToPay = (shopId: SQL) =>
	preparedSelect<PaidShop>(
		paidShop,
		() => sql`FROM ${shops} LEFT JOIN ${payoutAccounts} ON ${payoutAccounts.id} = ${accountInForce(sql`${shops.id}`)}
			LEFT JOIN ${payoutTerms} ON ${payoutTerms.shopId} = ${shops.id} AND ${payoutTerms.appliesFrom} = ${termsInForce}
			WHERE ${shops.id} = ${shopId}`,
	)

const byId = shopToPay(sql`${placeholder('shopId')}`)
const ofCaller = shopToPay(callingShopId(shopCallerPlaceholders))

const nextShop = (after: SQL) => sql`(SELECT min(${transactions.shopId}) FROM ${transactions}
	WHERE ${transactions.isPayoutOpen} = 1 AND ${transactions.shopId} > ${after})`

const openShopRow = rows({
	shopId: shops.id,
	zone: shops.timeZone,
	lookedAt: instant(sql<number>`coalesce(${payoutLooks.lookedAt}, 0)`),
})
/** A shop with unsettled money, and its last payout run. */
export type OpenShop = ReturnType<typeof openShopRow.read>

/** Steps from shop to shop in the index of open payments, which has a row for each payment. */
const withOpenPayments = preparedRead(
	() => sql`WITH RECURSIVE open (shop_id) AS (SELECT ${nextShop(sql`''`)}
			UNION ALL SELECT ${nextShop(sql`open.shop_id`)} FROM open WHERE open.shop_id IS NOT NULL)
		SELECT ${openShopRow.columns} FROM open CROSS JOIN ${shops} ON ${shops.id} = open.shop_id
			LEFT JOIN ${payoutLooks} ON ${payoutLooks.shopId} = ${shops.id}
		ORDER BY (SELECT min(${transactions.recordedAt}) FROM ${transactions}
			WHERE ${transactions.shopId} = ${shops.id} AND ${transactions.isPayoutOpen} = 1), ${shops.id}`,
	openShopRow.read,
)

export function createPaidShopRepository(read: Database['read']) {
	return {
		/** Null for an unknown shop. */
		shopToPay: (shopId: string, now: Instant): Promise<PaidShop | null> => first(read(byId({ shopId, now }))),

		shopToPayOfCaller: (caller: ShopCaller, now: Instant): Promise<PaidShop | null> =>
			first(read(ofCaller({ ...caller, now }))),

		/** The longest waiting first. */
		shopsWithOpenPayments: (): Promise<OpenShop[]> => read(withOpenPayments()),

		markLookedAt: (shopId: string, lookedAt: Instant): Statement<number> =>
			upsertRow(payoutLooks, { shopId, lookedAt }, { target: payoutLooks.shopId, set: { lookedAt } }),
	}
}
