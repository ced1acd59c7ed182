import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { build, builtRead } from '#db/statement.server.ts'

const named = {
	id: shops.id,
	externalId: shops.externalId,
	slug: shops.slug,
	name: shops.name,
	area: shops.area,
	city: shops.city,
	email: shops.email,
	isListed: shops.isListed,
}

/** Shops as the operator finds them. Only the operator's program uses it. */
export function createShopListRepository(read: Database['read']) {
	return {
		/** The shop with this id, external id or short name; null where there is none. */
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

		/** By id, those whose name, area or city has this text in it. */
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
