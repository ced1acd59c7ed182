import { type SQL, sql } from 'drizzle-orm'
import type { ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { shopClosedDays } from '#db/schema/availability.ts'
import { services, shopCategories, shopFreeStarts, shopHours, shops } from '#db/schema/discovery.ts'
import { placeholder } from '#db/statement.server.ts'
import { SHOPS_PER_PAGE } from './list-page.ts'
import { areFew, freeFound, isInStretch, nearFound } from './near-shop-repository.server.ts'
import { type ShopSource, selectCandidates } from './shop-order-repository.server.ts'
import { isStillOpen, opening } from './still-open-repository.server.ts'

/**
 * A search reads and orders this many hits: ordering all hits of a common word would get slower with each new shop
 * (P13). The page says that there are more.
 */
export const SEARCH_LIMIT = 100
/** More near a place, because most hits of a common word are far away. */
export const NEAR_SEARCH_LIMIT = 1_000

/** More than a page: `isFeatured` then drops shops by the date in their zone. */
const FEATURED_CANDIDATES = SHOPS_PER_PAGE + 10

const number = (value: number) => sql.raw(String(value))

/** Shops featured on a date that is today in some zone, with order and limit. */
export const isFeaturedSoon = sql`featured_until >= ${placeholder('earliest')}
	AND featured_until >= CASE time_zone WHEN ${DEFAULT_ZONE} THEN ${placeholder('inDefaultZone')} ELSE '' END
	AND (featured_from IS NULL OR featured_from <= ${placeholder('latest')})
	ORDER BY featured_until, shop_id LIMIT ${number(FEATURED_CANDIDATES)}`

/** A kind of list, whose statements are compiled once. */
export type Variant = {
	source: ShopSource
	order: ShopOrder
	isNear: boolean
	hasCategory: boolean
	hasMaxPrice: boolean
	isOpenNow: boolean
	isFree: boolean
}

/** Further conditions on each shop of the order, looked up by the shop's id. */
export function shopConditions({
	source,
	order,
	isNear,
	hasCategory,
	hasMaxPrice,
	isOpenNow,
	isFree,
}: Variant): SQL {
	const conditions = [sql`${shops.isListed} = 1`]
	// The directory orders each category separately; a search has already filtered by it.
	if (hasCategory && source === 'all' && (order !== 'recommended' || isNear))
		conditions.push(sql`EXISTS (SELECT 1 FROM ${shopCategories}
			WHERE ${shopCategories.shopId} = ${shops.id} AND ${shopCategories.categoryId} = ${placeholder('categoryId')})`)
	if (hasMaxPrice)
		conditions.push(sql`(SELECT min(${services.priceKobo}) FROM ${services}
			WHERE ${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1) <= ${placeholder('maxPriceKobo')}`)
	if (isOpenNow)
		conditions.push(sql`(${shops.timeZone} <> ${DEFAULT_ZONE} OR EXISTS (SELECT 1 FROM ${shopHours}
				WHERE ${shopHours.shopId} = ${shops.id} AND ${shopHours.dayOfWeek} = ${placeholder('dayOfWeek')}
					AND ${shopHours.opensMinute} <= ${placeholder('minute')} AND ${shopHours.closesMinute} > ${placeholder('minute')})
			AND NOT EXISTS (SELECT 1 FROM ${shopClosedDays}
				WHERE ${shopClosedDays.shopId} = ${shops.id} AND ${shopClosedDays.date} = ${placeholder('inDefaultZone')}))`)
	// The order 'soonest' includes this condition.
	if (isFree && order !== 'soonest')
		conditions.push(sql`EXISTS (SELECT 1 FROM ${shopFreeStarts} ${opening} WHERE ${opening.shopId} = ${shops.id} AND ${isInStretch}
			AND ${isStillOpen(opening)})`)
	return sql.join(conditions, sql` AND `)
}

/** `found_shops` where the shops are bounded, and the order over it or over the directory. */
export function selectShops(variant: Variant) {
	const { source, order, isNear, isFree } = variant
	if (isNear) {
		const isFreeWanted = isFree || order === 'soonest'
		const conditions = shopConditions({ ...variant, order: 'nearest', isFree: isFreeWanted })
		const hits = source === 'all' ? null : selectHits(source, NEAR_SEARCH_LIMIT)
		return { ...selectCandidates('found', order), found: nearFound(hits, isFree, conditions) }
	}
	if (source !== 'all')
		return {
			...selectCandidates('found', order),
			found: sql`${selectHits(source, SEARCH_LIMIT)} ${foundByHits}`,
		}
	const all = selectCandidates('directory', order)
	if (!isFree || order === 'soonest') return { ...all, found: sql`` }
	const few = selectCandidates('found', order)
	const rows = sql`SELECT * FROM (${few.rows}) WHERE ${areFew} UNION ALL SELECT * FROM (${all.rows}) WHERE NOT ${areFew}`
	return { ...all, rows, found: freeFound }
}

/** sqld refuses ANALYZE: without CROSS JOIN and INDEXED BY the planner walks the whole directory for each hit. */
function selectHits(source: Exclude<ShopSource, 'all'>, limit: number): SQL {
	const name = sql.raw(source === 'anywhere' ? 'shop_search' : 'shop_word_search')
	return sql`hits AS MATERIALIZED (
			SELECT rowid AS number FROM ${name} WHERE ${name} MATCH ${placeholder('match')} LIMIT ${number(limit + 1)}),
		found_hits AS MATERIALIZED (SELECT shop_documents.shop_id FROM (SELECT number FROM hits LIMIT ${number(limit)}) hit
			CROSS JOIN shop_documents ON shop_documents.number = hit.number),`
}

const foundByHits = sql`found_shops AS MATERIALIZED (
	SELECT shop_directory.shop_id, sort_name, featured_from, featured_until, time_zone FROM found_hits
	CROSS JOIN shop_directory INDEXED BY shop_directory_by_shop
		ON shop_directory.shop_id = found_hits.shop_id AND shop_directory.category_id = ''),`
