import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { build, builtRead } from '#db/statement.server.ts'

const named = pickColumns(shops, 'id', 'externalId', 'slug', 'name', 'area', 'city', 'email', 'isListed')

/** Shops as the operator's programs find them. */
export function createShopListRepository(read: Database['read']) {
	return {
		/** By id, external id or short name. */
		async shopCalled(name: string) {
			const found = await read(
				builtRead(
					build
						.select(named)
						.from(shops)
						.where(or(eq(shops.id, name), eq(shops.externalId, name), eq(shops.slug, name)))
						// A real id comes before a name that reads like one.
						.orderBy(sql`${shops.id} = ${name} DESC`, sql`${shops.externalId} IS ${name} DESC`)
						.limit(1),
				),
			)
			return found[0] ?? null
		},

		/** Shops whose name, area or city contains the text, by id. */
		shopsLike: (text: string, { after, limit }: { after: string; limit: number }) =>
			read(
				builtRead(
					build
						.select(named)
						.from(shops)
						.where(
							and(
								gt(shops.id, after),
								sql`instr(lower(${shops.name} || ' ' || ${shops.area} || ' ' || ${shops.city}), ${text.toLowerCase()}) > 0`,
							),
						)
						.orderBy(asc(shops.id))
						.limit(limit),
				),
			),
	}
}
