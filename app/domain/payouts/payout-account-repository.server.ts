import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, pickColumns, rows, rowsOrNull } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { payoutAccounts } from '#db/schema/payouts.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, insertFrom, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'
import type { PayoutAccount, PayoutAccounts } from './payout-account.ts'

export type StoppableAccount = PayoutAccount & {
	shop: { id: string; name: string; timeZone: string }
	stopTokenHash: string | null
	stoppedAt: Instant | null
}

const account = {
	accountId: payoutAccounts.id,
	...pickColumns(payoutAccounts, 'bankCode', 'bankName', 'accountNumber', 'holderName', 'setBy'),
	...pickColumns(payoutAccounts, 'confirmedAt', 'usableAt'),
}

/** The newest account that was not stopped: an older one gets nothing while a newer one waits (D58). */
export const accountInForce = (shopId: SQL) => sql`(SELECT account.id FROM payout_accounts account
	WHERE account.shop_id = ${shopId} AND account.stopped_at IS NULL ORDER BY account.confirmed_at DESC, account.id DESC LIMIT 1)`

/** Whether the account is the shop's, in force and usable, and nothing else holds it (D58). */
export const isAccountPayable = (accountId: SQL, { shopId, at }: { shopId: SQL; at: SQL }) =>
	sql<boolean>`EXISTS (SELECT 1 FROM payout_accounts target JOIN ${shops} ON ${shops.id} = target.shop_id
		WHERE target.id = ${accountInForce(shopId)} AND target.id = ${accountId}
			AND target.usable_at <= ${at} AND ${shops.payoutsHeldUntil} <= ${at})`

/** The account in force, and the one that would follow if it were stopped. */
const accountsWhere = (shopId: SQL) =>
	preparedSelect(
		rows({
			heldUntil: shops.payoutsHeldUntil,
			account: rowsOrNull(
				'accountId',
				rows({ ...account, isStopped: flag(sql<boolean>`${payoutAccounts.stoppedAt} IS NOT NULL`) }),
			),
		}),
		() => sql`FROM ${shops} LEFT JOIN ${payoutAccounts} ON ${payoutAccounts.shopId} = ${shops.id}
			WHERE ${shops.id} = ${shopId}
			ORDER BY ${payoutAccounts.stoppedAt} IS NOT NULL, ${payoutAccounts.confirmedAt} DESC, ${payoutAccounts.id} DESC LIMIT 2`,
	)
const accountsOfShop = accountsWhere(sql`${placeholder('shopId')}`)
const accountsOfCaller = accountsWhere(callingShopId(shopCallerPlaceholders))

const stoppableWhere = (condition: SQL) =>
	preparedSelect<StoppableAccount>(
		rows({
			...account,
			shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
			...pickColumns(payoutAccounts, 'stopTokenHash', 'stoppedAt'),
		}),
		() =>
			sql`FROM ${payoutAccounts} CROSS JOIN ${shops} ON ${shops.id} = ${payoutAccounts.shopId} WHERE ${condition}`,
	)
const byId = stoppableWhere(sql`${payoutAccounts.id} = ${placeholder('accountId')}`)
const byToken = stoppableWhere(sql`${payoutAccounts.stopTokenHash} = ${placeholder('tokenHash')}`)

/** The bank accounts of payouts (D58). */
export function createPayoutAccountRepository(read: Database['read']) {
	const accountsBy = async (statement: ReturnType<typeof accountsOfShop>): Promise<PayoutAccounts | null> => {
		const found = await read(statement)
		const [shop] = found
		if (!shop) return null
		return {
			heldUntil: shop.heldUntil,
			isFirst: shop.account === null,
			accounts: found.flatMap(({ account: stored }) => {
				if (!stored || stored.isStopped) return []
				const { isStopped: _, ...kept } = stored
				return [kept]
			}),
		}
	}

	return {
		/** Null for an unknown shop. */
		accountsOf: (shopId: string): Promise<PayoutAccounts | null> => accountsBy(accountsOfShop({ shopId })),

		/** Null where the key opens nothing. */
		accountsOfCaller: (caller: ShopCaller): Promise<PayoutAccounts | null> =>
			accountsBy(accountsOfCaller(caller)),

		account: (accountId: string): Promise<StoppableAccount | null> => first(read(byId({ accountId }))),

		accountOfLink: (tokenHash: string): Promise<StoppableAccount | null> =>
			first(read(byToken({ tokenHash }))),

		/**
		 * Makes this account the shop's newest; the batch may be sent twice. Refuses it ('account_set_meanwhile') where the
		 * newest is not `seenId` (null: none).
		 */
		insertAccount: ({
			seenId,
			isFirst,
			accountId,
			...values
		}: Omit<PayoutAccount, 'accountId'> & {
			accountId: string
			shopId: string
			keyId: string | null
			stopTokenHash: string | null
			seenId: string | null
			isFirst: boolean
		}): Statement[] => {
			const newest = accountInForce(sql`${values.shopId}`)
			const hasAny = sql`EXISTS (SELECT 1 FROM ${payoutAccounts}
				WHERE ${payoutAccounts.shopId} = ${values.shopId} AND ${payoutAccounts.id} <> ${accountId})`
			return [
				// Without a mail a stolen owner's device could change the account unseen.
				refuseWhen(
					'account_needs_email',
					sql`${values.setBy === 'owner' ? 1 : 0} = 1
						AND EXISTS (SELECT 1 FROM ${shops} WHERE ${shops.id} = ${values.shopId} AND ${shops.email} IS NULL)`,
				),
				refuseWhen(
					'account_set_meanwhile',
					sql`(${newest} IS NOT ${seenId} AND ${newest} IS NOT ${accountId})${isFirst ? sql` OR ${hasAny}` : sql``}`,
				),
				insertFrom(
					payoutAccounts,
					{ id: accountId, ...values },
					sql`WHERE true ON CONFLICT (${sql.identifier(payoutAccounts.id.name)}) DO NOTHING`,
				),
			]
		},

		stop: (accountId: string, now: Instant): Statement<number> =>
			updateWhere(
				payoutAccounts,
				{ stoppedAt: now },
				and(eq(payoutAccounts.id, accountId), isNull(payoutAccounts.stoppedAt)),
			),
	}
}
