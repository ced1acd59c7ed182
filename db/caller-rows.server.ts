import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from './client.server.ts'
import type { Rows } from './row.server.ts'
import { callingShopId, shopCallerPlaceholders } from './shop-caller.server.ts'
import { preparedSelect } from './statement.server.ts'

/** More than a page of the shop shows. */
const MOST_ROWS = 500

/**
 * The rows of a caller's shop: all in order, and one by id, null where it is another shop's. A page needs no earlier
 * read of its shop.
 */
export function callerRows<Selected>(
	table: SQLiteTable & { id: SQLiteColumn; shopId: SQLiteColumn },
	selected: Rows<Selected>,
	order: SQL,
) {
	const isOwn = sql`${table.shopId} = ${callingShopId(shopCallerPlaceholders)}`
	const all = preparedSelect<Selected>(
		selected,
		() =>
			sql`FROM ${table} WHERE ${isOwn} ORDER BY ${order}, ${table.id} LIMIT ${sql.raw(String(MOST_ROWS))}`,
	)
	const one = preparedSelect<Selected>(
		selected,
		() => sql`FROM ${table} WHERE ${isOwn} AND ${table.id} = ${sql.placeholder('id')}`,
	)
	return (read: Database['read']) => ({
		all: ({ secretHash, kind }: ShopCaller): Promise<Selected[]> => read(all({ secretHash, kind })),
		async one({ secretHash, kind }: ShopCaller, id: string): Promise<Selected | null> {
			const [row] = await read(one({ secretHash, kind, id }))
			return row ?? null
		},
	})
}
