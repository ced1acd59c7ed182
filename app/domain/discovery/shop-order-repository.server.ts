import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import { shopFreeStarts, shopRatingRank, shops } from '#db/schema/discovery.ts'
import { placeholder } from '#db/statement.server.ts'
import type { Ordered } from './list-page.ts'
import { offeredFrom } from './near-shop-repository.server.ts'
import { noticeSteps } from './notice-steps.ts'
import { isStillOpen, opening } from './still-open-repository.server.ts'

/** All shops, or the hits of one of the two searches. */
export type ShopSource = 'all' | 'anywhere' | 'beginnings'
/** The whole directory, or the bounded set `found_shops`. */
export type ShopPool = 'directory' | 'found'

const rank = sql.raw(shopRatingRank)
const head = alias(shopFreeStarts, 'head')
const earlier = alias(shopFreeStarts, 'earlier')

type Candidates = {
	/** Selects at most `look` shop_id and sort_name in order, after (`sortName`, `id`). Callers alias it `opening`. */
	rows: SQL
	/** The order's own conditions, beside the filters. */
	conditions: SQL
	direction: SQL
}

/** The shops of a pool in an order, from a place on. Each uses an index, at any number of shops (P13). */
export function selectCandidates(pool: ShopPool, order: ShopOrder): Candidates {
	const isFound = pool === 'found'
	const plain = { conditions: sql`true`, direction: sql`` }
	if (order === 'recommended') {
		const directory = isFound
			? sql`found_shops WHERE`
			: sql`shop_directory WHERE category_id = ${placeholder('categoryId')} AND`
		return {
			...plain,
			rows: sql`SELECT shop_id, sort_name FROM ${directory} (sort_name, shop_id) > (${placeholder('sortName')}, ${placeholder('id')})
				ORDER BY sort_name, shop_id LIMIT ${placeholder('look')}`,
		}
	}
	if (order === 'rating')
		return { ...plain, rows: isFound ? foundByRating : allByRating, direction: sql`DESC` }
	if (order === 'nearest') return { ...plain, rows: foundByDistance }
	return { ...plain, rows: isFound ? foundByTime : allByTime, conditions: isFirstOfShop }
}

/** The place after which a page of the order begins. A cursor that no order made begins at the start. */
export function firstPlace(
	order: ShopOrder,
	after: Ordered | null,
): { sortName: string | number; id: string } {
	if (order === 'recommended') return after ?? { sortName: '', id: '' }
	const first = order === 'rating' ? Number.MAX_SAFE_INTEGER : -1
	const at = after === null || after.sortName.trim() === '' ? Number.NaN : Number(after.sortName)
	return Number.isFinite(at) && after ? { sortName: at, id: after.id } : { sortName: first, id: '' }
}

/** The rest of one rank, then the ranks below: SQLite compares no pair with an expression by an index. */
const allByRating = sql`SELECT * FROM (SELECT ${shops.id} AS shop_id, ${rank} AS sort_name FROM ${shops} INDEXED BY shops_by_rating
		WHERE ${shops.isListed} = 1 AND ${rank} = ${placeholder('sortName')} AND ${shops.id} < ${placeholder('id')}
		ORDER BY ${shops.id} DESC LIMIT ${placeholder('look')})
	UNION ALL SELECT * FROM (SELECT ${shops.id} AS shop_id, ${rank} AS sort_name FROM ${shops} INDEXED BY shops_by_rating
		WHERE ${shops.isListed} = 1 AND ${rank} < ${placeholder('sortName')}
		ORDER BY ${rank} DESC, ${shops.id} DESC LIMIT ${placeholder('look')})
	LIMIT ${placeholder('look')}`
const foundByRating = sql`SELECT ${shops.id} AS shop_id, ${rank} AS sort_name FROM found_shops
	CROSS JOIN ${shops} ON ${shops.id} = found_shops.shop_id
	WHERE (${rank}, ${shops.id}) < (${placeholder('sortName')}, ${placeholder('id')})
	ORDER BY 2 DESC, 1 DESC LIMIT ${placeholder('look')}`

/** Only with a place do `found_shops` have a distance. */
const foundByDistance = sql`SELECT shop_id, distance AS sort_name FROM found_shops
	WHERE (distance, shop_id) > (${placeholder('sortName')}, ${placeholder('id')})
	ORDER BY distance, shop_id LIMIT ${placeholder('look')}`

/** The later of the list's place and the step's first start, as one bound that the index serves. */
const afterPlace = (
	step: number,
) => sql`(${head.startsAt}, ${head.shopId}) > (max(${placeholder('sortName')}, ${offeredFrom(step)}),
	CASE WHEN ${placeholder('sortName')} >= ${offeredFrom(step)} THEN ${placeholder('id')} ELSE '' END)`
/** Each step's starts are in index order, and are merged as they are read. */
const allByTime = sql`SELECT * FROM (${sql.join(
	noticeSteps.map(
		(
			step,
		) => sql`SELECT ${head}.*, ${head.startsAt} AS sort_name FROM ${shopFreeStarts} ${head} INDEXED BY shop_free_starts_by_start
		WHERE ${head.noticeStepMinutes} = ${sql.raw(String(step))} AND ${afterPlace(step)} AND ${head.startsAt} < ${placeholder('freeUntilAt')}`,
	),
	sql` UNION ALL `,
)} ORDER BY sort_name, shop_id LIMIT ${placeholder('look')})`
/** A shop stands in the list by its first start. */
const isFirstOfShop = sql`${isStillOpen(opening)} AND NOT EXISTS (SELECT 1 FROM ${shopFreeStarts} ${earlier}
	WHERE ${earlier.shopId} = ${opening.shopId} AND ${earlier.startsAt} < ${opening.startsAt}
		AND ${earlier.startsAt} >= ${placeholder('freeFromAt')} AND ${isStillOpen(earlier)})`
/**
 * Each shop's starts from its first outside the notice, and for an hour and a half more. If the first was taken since,
 * the next follows. The inner limit stops SQLite from repeating the subquery.
 */
const foundByTime = sql`SELECT ${head}.*, ${head.startsAt} AS sort_name FROM (
		SELECT found_shops.shop_id, (SELECT min(${head.startsAt}) FROM ${shopFreeStarts} ${head}
			WHERE ${head.shopId} = ${shops.id} AND ${head.startsAt} < ${placeholder('freeUntilAt')} AND ${head.startsAt}
				>= max(${placeholder('freeFromAt')}, ${placeholder('now')} + ${shops.minimumNoticeMinutes} * ${sql.raw(String(MINUTE_MS))})
			) AS first_at
		FROM found_shops CROSS JOIN ${shops} ON ${shops.id} = found_shops.shop_id LIMIT -1) soon
	CROSS JOIN ${shopFreeStarts} ${head} ON ${head.shopId} = soon.shop_id
		AND ${head.startsAt} BETWEEN soon.first_at AND soon.first_at + ${sql.raw(String(1.5 * HOUR_MS))}
	WHERE ${head.startsAt} < ${placeholder('freeUntilAt')}
		AND (${head.startsAt}, ${head.shopId}) > (${placeholder('sortName')}, ${placeholder('id')})
	ORDER BY ${head.startsAt}, ${head.shopId} LIMIT ${placeholder('look')}`
