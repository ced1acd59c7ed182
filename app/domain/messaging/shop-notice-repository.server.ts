import { sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { outbox } from '#db/schema/messaging.ts'
import { insertFrom } from '#db/statement.server.ts'

/** What a shop is told of its own account with us, to the address that it has at that place of the batch. */
export type ShopNotice = {
	shopId: string
	shopName: string
	/** What makes it exist once. */
	onceFor: string
	now: Instant
} & (
	| { kind: 'shop_key_changed'; change: 'invited' | 'issued' | 'ended'; keyName: string }
	| { kind: 'shop_bank_account_changed'; bankName: string; accountNumber: string }
	| { kind: 'shop_webhook_ended'; host: string }
)

export function createShopNoticeRepository() {
	return {
		/** No row for a shop without an address. What it tells of is a shop's security: it counts against no ceiling. */
		insertShopNotice({ kind, shopId, onceFor, now, ...facts }: ShopNotice): Statement<number> {
			const id = newId()
			const insert = insertFrom(
				outbox,
				{
					id,
					kind,
					dedupeKey: `${kind.replaceAll('_', '-')}:${onceFor}`,
					recipientEmail: sql`${shops.email}`,
					payload: JSON.stringify(facts),
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${shops} WHERE ${shops.id} = ${shopId} AND ${shops.email} IS NOT NULL
					ON CONFLICT (${sql.identifier(outbox.dedupeKey.name)}) DO NOTHING`,
			)
			return { ...insert, followUp: { kind: 'message', announced: { id, about: null } } }
		},
	}
}
