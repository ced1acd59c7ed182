import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from './client.server.ts'
import type { Rows } from './row.server.ts'
import { callingShopId, shopCallerPlaceholders } from './shop-caller.server.ts'
import { build, placeholder, prepared, preparedSelect, type Values } from './statement.server.ts'

/** The next page follows this id; null begins. */
type PageInput = { after: string | null; limit: number }

type Columns = Record<string, SQLiteColumn | SQL>
type RowOf<Selected extends Columns> = {
	[Name in keyof Selected]: Selected[Name] extends SQLiteColumn
		? GetColumnData<Selected[Name]>
		: Selected[Name] extends SQL<infer Value>
			? Value
			: never
}

/**
 * A page in the order of ids, and one row, null where it is another shop's. The plus keeps the planner on the shop's
 * own index.
 */
export function shopRows<Selected extends Columns>(
	table: SQLiteTable & { id: SQLiteColumn; shopId: SQLiteColumn },
	columns: Selected,
	condition: SQL = sql`true`,
) {
	const rows = (where: SQL) =>
		prepared(() =>
			build
				.select(columns as Record<string, SQLiteColumn>)
				.from(table as SQLiteTable)
				.where(sql`${table.shopId} = ${placeholder('shopId')} AND ${where}`)
				.orderBy(sql`+${table.id}`)
				.limit(placeholder('limit')),
		) as unknown as (values: Values) => Statement<RowOf<Selected>[]>
	const page = rows(sql`+${table.id} > ${placeholder('after')} AND ${condition}`)
	const one = rows(sql`${table.id} = ${placeholder('id')}`)
	return (read: Database['read']) => ({
		page: (shopId: string, { after, limit }: PageInput): Promise<RowOf<Selected>[]> =>
			read(page({ shopId, after: after ?? '', limit })),
		async one(shopId: string, id: string): Promise<RowOf<Selected> | null> {
			const [row] = await read(one({ shopId, id, limit: 1 }))
			return row ?? null
		},
	})
}

/** More than a page of the shop shows. */
const MOST_ROWS = 500

/** All rows of a caller's shop in order, and one by id, null where it is another shop's. */
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
