import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { integer, nullable, rows, text } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { build, first, placeholder, prepared, preparedSelect } from '#db/statement.server.ts'

/** In one part of the site map. */
const SHOPS_OF_PART = 5_000

const shopOfSlug = prepared(() =>
	build
		.select({ id: shops.id, name: shops.name, area: shops.area, city: shops.city })
		.from(shops)
		.where(and(eq(shops.slug, placeholder('slug')), eq(shops.isListed, true)))
		.limit(1),
)

/** The search index numbers listed shops, so a part is a range of numbers. */
const lastNumber = preparedSelect(
	rows({ last: nullable(integer(sql`max(number)`)) }),
	() => sql`FROM shop_documents`,
)

const shopsOfPart = preparedSelect(
	rows({ shopId: text(sql`shop_id`) }),
	() =>
		sql`FROM shop_documents WHERE number > ${placeholder('after')} AND number <= ${placeholder('upTo')} ORDER BY number`,
)

/** Short addresses of shops, and the site map. */
export function createPublicAddressRepository(read: Database['read']) {
	return {
		/** Slugs are stored in lower case. */
		shopOfSlug: (slug: string) => first(read(shopOfSlug({ slug }))),

		async shopPartCount(): Promise<number> {
			const [found] = await read(lastNumber())
			return Math.ceil((found?.last ?? 0) / SHOPS_OF_PART)
		},

		/** Part 1 is the first; none for a missing part. */
		async shopIdsOfPart(part: number): Promise<string[]> {
			const upTo = part * SHOPS_OF_PART
			const found = await read(shopsOfPart({ after: upTo - SHOPS_OF_PART, upTo }))
			return found.map(({ shopId }) => shopId)
		},
	}
}
