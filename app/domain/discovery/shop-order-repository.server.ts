import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import { decode, nullable, real, text } from '#db/row.server.ts'
import { shopLatitudeBand, shopOpenings, shopRatingRank, shops } from '#db/schema/discovery.ts'
import { preparedRead } from '#db/statement.server.ts'
import type { Ordered } from './list-page.ts'
import { isStillOpen, opening } from './opening-repository.server.ts'

/** All shops, or those that one of the two searches has found (`found_shops`). */
export type ShopSource = 'all' | 'anywhere' | 'beginnings'

/** A typed place is the middle of at most so many of its shops. */
const PLACE_SAMPLE = 50
/**
 * The nearest shops are those of the smallest square around a place, of these halves in degrees, that has so many; without
 * one those of all. A square that has very many shops is looked at up to the second number (P13).
 */
const SQUARES = [0.01, 0.04, 0.2, 1, 5]
const NEAR_ENOUGH = 300
const NEAR_LIMIT = 3_000
const BANDS_PER_DEGREE = 100

const { placeholder } = sql
const number = (value: number) => sql.raw(String(value))
const rank = sql.raw(shopRatingRank)
const band = sql.raw(shopLatitudeBand)
const head = alias(shopOpenings, 'head')
const earlier = alias(shopOpenings, 'earlier')

/** 'lekki' names 'Lekki Phase 1' when no place is called just 'Lekki'. */
const placeOfKey = sql`SELECT avg(latitude) AS latitude, avg(longitude) AS longitude, min(name) AS name FROM (
	SELECT latitude, longitude, name FROM shop_places WHERE place_key = (
		SELECT place_key FROM shop_places
		WHERE place_key >= ${placeholder('placeKey')} AND place_key < ${placeholder('placeKey')} || char(1114111)
		ORDER BY place_key LIMIT 1)
	LIMIT ${number(PLACE_SAMPLE)})`
/** The middle of the area or city that a key names or begins; nulls for an unknown one. */
export const middleOfPlace = preparedRead(
	placeOfKey,
	decode({
		name: nullable(text('name')),
		latitude: nullable(real('latitude')),
		longitude: nullable(real('longitude')),
	}),
)

type Candidates = {
	/** Tables that `rows` reads from, each with a comma after it. */
	before: SQL
	/** shop_id and sort_name in the order, at most `look`, after the place (`sortName`, `id`). Called `opening` from outside. */
	rows: SQL
	/** What is to be met beside the filters. */
	conditions: SQL
	direction: SQL
}

/** The shops of a source in an order, from a place in it on: each by an index, whatever there are (P13). */
export function candidatesOf(source: ShopSource, order: ShopOrder): Candidates {
	const isSearch = source !== 'all'
	const plain = { before: sql``, conditions: sql`true`, direction: sql`` }
	if (order === 'recommended') {
		const directory = isSearch
			? sql`found_shops WHERE`
			: sql`shop_directory WHERE category_id = ${placeholder('categoryId')} AND`
		return {
			...plain,
			rows: sql`SELECT shop_id, sort_name FROM ${directory} (sort_name, shop_id) > (${placeholder('sortName')}, ${placeholder('id')})
				ORDER BY sort_name, shop_id LIMIT ${placeholder('look')}`,
		}
	}
	if (order === 'rating')
		return { ...plain, rows: isSearch ? foundByRating : allByRating, direction: sql`DESC` }
	if (order === 'nearest') return { ...plain, ...(isSearch ? foundByDistance : allByDistance) }
	return {
		...plain,
		rows: sql`SELECT ${head}.*, ${head.startsAt} AS sort_name FROM ${isSearch ? sql`found_shops CROSS JOIN` : sql``} ${shopOpenings} ${head}
			WHERE ${isSearch ? sql`${head.shopId} = found_shops.shop_id AND` : sql``}
				${head.startsAt} >= ${placeholder('freeFromAt')} AND ${head.startsAt} < ${placeholder('freeUntilAt')}
				AND (${head.startsAt}, ${head.shopId}) > (${placeholder('sortName')}, ${placeholder('id')})
			ORDER BY ${head.startsAt}, ${head.shopId} LIMIT ${placeholder('look')}`,
		// A shop has a start on each day, and stands in the list by its first.
		conditions: sql`${isStillOpen(opening)} AND NOT EXISTS (SELECT 1 FROM ${shopOpenings} ${earlier}
			WHERE ${earlier.shopId} = ${opening.shopId} AND ${earlier.startsAt} < ${opening.startsAt}
				AND ${earlier.startsAt} >= ${placeholder('freeFromAt')} AND ${isStillOpen(earlier)})`,
	}
}

/** Where an order begins, and where it goes on after a shop. A text that no order can have made begins anew. */
export function firstPlaceOf(
	order: ShopOrder,
	after: Ordered | null,
): { sortName: string | number; id: string } {
	if (order === 'recommended') return after ?? { sortName: '', id: '' }
	const first = order === 'rating' ? Number.MAX_SAFE_INTEGER : -1
	const at = after === null || after.sortName.trim() === '' ? Number.NaN : Number(after.sortName)
	return Number.isFinite(at) && after ? { sortName: at, id: after.id } : { sortName: first, id: '' }
}

/** Those of one rank, then those below: of a pair of which one is an expression the index serves no comparison. */
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

/** The place that was typed in, or else the position; no row without both. */
const here = sql`here (at_latitude, at_longitude) AS MATERIALIZED (SELECT latitude, longitude FROM (
		SELECT latitude, longitude FROM (${placeOfKey}) WHERE ${placeholder('placeKey')} <> ''
		UNION ALL SELECT ${placeholder('latitude')}, ${placeholder('longitude')})
	WHERE latitude IS NOT NULL LIMIT 1),`
/** Grows with the distance on the globe (the haversine of the angle). */
const halfLatitude = sql`sin(radians(shops.latitude - here.at_latitude) / 2)`
const halfLongitude = sql`sin(radians(shops.longitude - here.at_longitude) / 2)`
const haversine = sql`(${halfLatitude} * ${halfLatitude}
	+ cos(radians(here.at_latitude)) * cos(radians(shops.latitude)) * ${halfLongitude} * ${halfLongitude})`
const byDistance = sql`SELECT shop_id, sort_name FROM near_shops
	WHERE (sort_name, shop_id) > (${placeholder('sortName')}, ${placeholder('id')})
	ORDER BY sort_name, shop_id LIMIT ${placeholder('look')}`

const inSquare = sql`${shops} INDEXED BY shops_by_place ON ${shops.isListed} = 1
	AND ${band} = squares.first_band + bands.number AND ${shops.longitude} BETWEEN squares.west AND squares.east`
const allByDistance = {
	before: sql`${here}
		bands (number) AS MATERIALIZED (SELECT 0 UNION ALL SELECT number + 1 FROM bands
			WHERE number <= ${number(2 * BANDS_PER_DEGREE * Math.max(...SQUARES))}),
		all_squares AS MATERIALIZED (SELECT value AS half, CAST((here.at_latitude - value + 90) * ${number(BANDS_PER_DEGREE)} AS INTEGER) AS first_band,
				CAST(2 * value * ${number(BANDS_PER_DEGREE)} + 1.5 AS INTEGER) AS last_number, sin(radians(value) / 2) * sin(radians(value) / 2) AS reach,
				here.at_longitude - value / max(cos(radians(here.at_latitude)), 0.01) AS west,
				here.at_longitude + value / max(cos(radians(here.at_latitude)), 0.01) AS east
			FROM here CROSS JOIN json_each(${JSON.stringify(SQUARES)})),
		squares AS MATERIALIZED (SELECT * FROM all_squares squares WHERE
			(SELECT count(*) FROM (SELECT 1 FROM bands CROSS JOIN ${inSquare} WHERE bands.number <= squares.last_number
				LIMIT ${number(NEAR_ENOUGH)})) = ${number(NEAR_ENOUGH)} LIMIT 1),
		near_shops AS MATERIALIZED (
			SELECT * FROM (SELECT ${shops.id} AS shop_id, ${haversine} AS sort_name, squares.reach
				FROM here CROSS JOIN squares CROSS JOIN bands CROSS JOIN ${inSquare}
				WHERE bands.number <= squares.last_number LIMIT ${number(NEAR_LIMIT)}) WHERE sort_name <= reach
			UNION ALL SELECT * FROM (SELECT ${shops.id}, ${haversine}, 1
				FROM here CROSS JOIN ${shops} INDEXED BY shops_by_place
				WHERE ${shops.isListed} = 1 AND ${band} >= 0 AND NOT EXISTS (SELECT 1 FROM squares) LIMIT ${number(NEAR_LIMIT)})),`,
	rows: byDistance,
}
const foundByDistance = {
	before: sql`${here} near_shops AS MATERIALIZED (SELECT ${shops.id} AS shop_id, ${haversine} AS sort_name
		FROM here CROSS JOIN found_shops CROSS JOIN ${shops} ON ${shops.id} = found_shops.shop_id),`,
	rows: byDistance,
}
