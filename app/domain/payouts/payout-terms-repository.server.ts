import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { payoutTerms } from '#db/schema/payouts.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { insertRow, placeholder, preparedSelect, rawWrite } from '#db/statement.server.ts'
import type { DatedTerms } from './payout-terms.ts'

export type SetTerms = DatedTerms & { setAt: Instant }

const termsRow = rows({
	...pickColumns(payoutTerms, 'appliesFrom', 'commissionPercent', 'paymentFeeBearer', 'transferFeeBearer'),
	setAt: payoutTerms.setAt,
})

const selectTerms = (shopId: SQL) =>
	preparedSelect<SetTerms>(
		termsRow,
		() =>
			sql`FROM ${payoutTerms} WHERE ${payoutTerms.shopId} = ${shopId} ORDER BY ${payoutTerms.appliesFrom}`,
	)

const ofShop = selectTerms(sql`${placeholder('shopId')}`)
const ofCaller = selectTerms(callingShopId(shopCallerPlaceholders))

/** What shops bear of their payments, and from when on. */
export function createPayoutTermsRepository(read: Database['read']) {
	return {
		/** Former, present and coming ones, the oldest first. */
		termsOf: (shopId: string): Promise<SetTerms[]> => read(ofShop({ shopId })),

		termsOfCaller: (caller: ShopCaller): Promise<SetTerms[]> => read(ofCaller(caller)),

		/** Refuses its batch ('payout_terms_changed') where the terms are not the ones that were shown. */
		requireTerms: (shopId: string, seen: readonly SetTerms[]): Statement<number> =>
			refuseWhen(
				'payout_terms_changed',
				sql`(SELECT count(*) || ':' || coalesce(max(${payoutTerms.appliesFrom}), '') || ':' || coalesce(max(${payoutTerms.setAt}), '')
					FROM ${payoutTerms} WHERE ${payoutTerms.shopId} = ${shopId}) <> ${asSeen(seen)}`,
			),

		/** Terms that have applied stay: bookings were made under them. */
		withdrawComing: (shopId: string, now: Instant): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${payoutTerms} WHERE ${payoutTerms.shopId} = ${shopId} AND ${payoutTerms.appliesFrom} > ${now}`,
			),

		writeTerms: (terms: DatedTerms & { shopId: string; setAt: Instant }): Statement<number> =>
			insertRow(payoutTerms, terms),
	}
}

function asSeen(seen: readonly SetTerms[]): string {
	const newest = (of: 'appliesFrom' | 'setAt') =>
		seen.length === 0 ? '' : Math.max(...seen.map((one) => one[of]))
	return `${seen.length}:${newest('appliesFrom')}:${newest('setAt')}`
}
