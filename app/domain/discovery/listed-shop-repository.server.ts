import { sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type NearCircle, nearCircles, type ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import type { Database } from '#db/client.server.ts'
import { rows as rowsOf, text } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { placeholder, preparedRead } from '#db/statement.server.ts'
import { type Coordinates, haversineOfKm } from './distance.ts'
import type { Ordered } from './list-page.ts'
import { type ListedShop, listedShopRow, toListedShop } from './listed-shop-row-repository.server.ts'
import { isOfNearest, middleOfPlace, NEAR_LIMIT } from './near-shop-repository.server.ts'
import type { SearchExpression } from './search-words.ts'
import {
	isFeaturedSoon,
	NEAR_SEARCH_LIMIT,
	SEARCH_LIMIT,
	selectShops,
	shopConditions,
	type Variant,
} from './shop-filter-repository.server.ts'
import { firstPlace } from './shop-order-repository.server.ts'

/** A search's hits, a category, or all shops (null), and the filters that they must meet. */
export type ShopFilter = {
	search: SearchExpression | null
	categoryId: string | null
	/** Of the cheapest service; null: any price. */
	maxPriceKobo: Kobo | null
	/** Shops outside the default zone come too: the pure rule filters them. */
	isOpenNow: boolean
	/** With a free start in this span. */
	free: { fromAt: Instant; untilAt: Instant } | null
}

export type ShopList = {
	featured: ListedShop[]
	ordered: ListedShop[]
	/** Where the search stopped before the page was full; null at the last shop. */
	lookedUntil: Ordered | null
	/** The search has more hits than it reads. */
	foundTooMany: boolean
	/** The smallest circle with a shop that meets the filters; null without a place or such a shop. */
	within: NearCircle | null
	/** The circle has more shops, and only the nearest are listed. */
	isOfNearest: boolean
}

/** Now, for shops of every zone, and on the default zone's clock. */
export type ListClock = {
	now: Instant
	/** The earliest and the latest date on earth now, and the date in the default zone. */
	earliest: CivilDate
	latest: CivilDate
	inDefaultZone: CivilDate
	dayOfWeek: number
	minute: number
}

/** With filters a page reads at most this many shops of the order; the next page begins after them. */
const LOOK_LIMIT = 1_000
/** Near a place each kept opening of each shop is read. */
const NEAR_LOOK_LIMIT = 8 * NEAR_LIMIT

/** As far ahead as openings are kept. */
const KEPT_MS = 8 * 86_400_000

const lastLooked = rowsOf({ sortName: text(sql`sort_name`), id: text(sql`shop_id`) })

/**
 * First chooses the shops of a page, then describes them, so that only these cost their services, categories, hours and
 * openings. Compiled once for each variant.
 */
function prepareStatements(variant: Variant) {
	const { source, order, isNear } = variant
	const isSearch = source !== 'all'
	const isFound = isSearch || isNear
	const { found, rows, conditions, direction } = selectShops(variant)
	const met = sql.join([conditions, shopConditions(variant)], sql` AND `)
	const directory = isFound
		? sql`found_shops WHERE true`
		: sql`shop_directory WHERE category_id = ${placeholder('categoryId')}`
	const featured =
		order === 'recommended'
			? sql`SELECT front.shop_id, front.sort_name, 1 AS in_front
				FROM (SELECT shop_id, sort_name FROM ${directory} AND ${isFeaturedSoon}) front
				CROSS JOIN ${shops} ON ${shops.id} = front.shop_id WHERE ${shopConditions(variant)} UNION ALL`
			: sql``
	const listed = listedShopRow({
		foundCount: isSearch ? sql`(SELECT count(*) FROM hits)` : sql`0`,
		withinKm: isNear ? sql`(SELECT km FROM circle)` : sql`NULL`,
		isOfNearest: isNear && !isSearch ? isOfNearest : sql`0`,
	})
	return {
		list: preparedRead(
			() => sql`WITH RECURSIVE ${found} page AS (
				${featured}
				SELECT * FROM (SELECT opening.shop_id, opening.sort_name, 0 AS in_front FROM (${rows}) opening
					CROSS JOIN ${shops} ON ${shops.id} = opening.shop_id WHERE ${met} LIMIT ${placeholder('limit')}))
			SELECT ${listed.columns}
			FROM page CROSS JOIN ${shops} ON ${shops.id} = page.shop_id
			ORDER BY page.sort_name ${direction}, page.shop_id ${direction}`,
			listed.read,
		),
		lookedUntil: preparedRead(
			() => sql`WITH RECURSIVE ${found} candidates AS (${rows})
				SELECT ${lastLooked.columns} FROM candidates LIMIT 1 OFFSET ${placeholder('look')} - 1`,
			lastLooked.read,
		),
	}
}

const compiled = new Map<string, ReturnType<typeof prepareStatements>>()
function statementsFor(variant: Variant) {
	const key = JSON.stringify(variant)
	const known = compiled.get(key) ?? prepareStatements(variant)
	compiled.set(key, known)
	return known
}

/** The lists of Discover: orders, filters and pages. */
export function createListedShopRepository(read: Database['read']) {
	return {
		/**
		 * `featured`, only in the recommended order: shops featured today in some zone, the soonest to end first.
		 * `ordered`: up to `limit` shops after `after`. The order 'nearest' needs a position or a known place.
		 */
		async listShops(
			filter: ShopFilter,
			{
				order,
				from,
				within,
				clock,
				after,
				limit,
			}: {
				order: ShopOrder
				/** Without both, the list is not near a place. */
				from: { placeKey: string; position: Coordinates | null }
				/** Null: the smallest circle with a shop. */
				within: NearCircle | null
				clock: ListClock
				after: Ordered | null
				limit: number
			},
		): Promise<ShopList> {
			const { search, categoryId, maxPriceKobo, isOpenNow, free } = filter
			const isNear = from.placeKey !== '' || from.position !== null
			const variant = {
				source: search?.kind ?? ('all' as const),
				order,
				isNear,
				hasCategory: categoryId !== null,
				hasMaxPrice: maxPriceKobo !== null,
				isOpenNow,
				isFree: free !== null,
			}
			const looksFurther =
				maxPriceKobo !== null ||
				isOpenNow ||
				free !== null ||
				order === 'soonest' ||
				(categoryId !== null && order !== 'recommended')
			const furthest = isNear ? NEAR_LOOK_LIMIT : LOOK_LIMIT
			const readCount = looksFurther ? furthest : limit
			const values = {
				...clock,
				...firstPlace(order, after),
				look: readCount,
				limit,
				match: search?.match ?? '',
				categoryId: categoryId ?? '',
				maxPriceKobo: maxPriceKobo ?? 0,
				freeFromAt: free?.fromAt ?? clock.now,
				freeUntilAt: free?.untilAt ?? clock.now + KEPT_MS,
				placeKey: from.placeKey,
				latitude: from.position?.latitude ?? null,
				longitude: from.position?.longitude ?? null,
				circles: circlesFor(within),
			}
			const { list, lookedUntil } = statementsFor(variant)
			const [rows, ends] = await Promise.all([
				read(list(values)),
				// A search reads all of its hits, and a place all of its shops.
				looksFurther && search === null && !isNear ? read(lookedUntil(values)) : [],
			])
			return {
				featured: rows.filter((row) => row.isInFront).map(toListedShop),
				ordered: rows.filter((row) => !row.isInFront).map(toListedShop),
				lookedUntil: ends[0] ?? null,
				foundTooMany: rows.some((row) => row.foundCount > (isNear ? NEAR_SEARCH_LIMIT : SEARCH_LIMIT)),
				within: nearCircles.find(({ km }) => km === rows[0]?.withinKm)?.id ?? null,
				isOfNearest: rows[0]?.isOfNearest ?? false,
			}
		},

		/** The area or city that a key (see `placeKey`) names or begins, with its middle, or null. */
		async placeOf(placeKey: string): Promise<(Coordinates & { name: string }) | null> {
			const [found] = await read(middleOfPlace({ placeKey }))
			if (!found) return null
			const { name, latitude, longitude } = found
			// Without a shop the average is null.
			return name === null || latitude === null || longitude === null ? null : { name, latitude, longitude }
		},
	}
}

/** The circles to try: [beyond, up to, km], as haversines. */
function circlesFor(within: NearCircle | null): string {
	const all = nearCircles.map(({ id, km }, index) => {
		const inner = nearCircles[index - 1]
		return { id, reach: [inner ? haversineOfKm(inner.km) : -1, haversineOfKm(km), km] as const }
	})
	if (within === null) return JSON.stringify(all.map(({ reach }) => reach))
	return JSON.stringify(
		all.filter(({ id }) => id === within).map(({ reach: [, outer, km] }) => [-1, outer, km]),
	)
}
