import { type SQL, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { nullable, real, rows, text } from '#db/row.server.ts'
import { shopFreeStarts, shopLatitudeBand, shops } from '#db/schema/discovery.ts'
import { placeholder, preparedRead } from '#db/statement.server.ts'
import { noticeSteps } from './notice-steps.ts'
import { opening } from './still-open-repository.server.ts'

/** A typed place is the middle of at most this many of its shops. */
const PLACE_SAMPLE = 50
/**
 * Half sides in degrees: shops near a place come from the smallest square with enough; without one, from everywhere.
 * Each square is about four times the one before, so it seldom has more than are read (P13). Where it has, the nearest
 * latitudes come first.
 */
const SQUARES = [0.01, 0.02, 0.04, 0.08, 0.225, 0.5, 1.08, 2.3, 5]
const NEAR_ENOUGH = 300
export const NEAR_LIMIT = 3_000
const BANDS_PER_DEGREE = 100
/** Fewer shops with a start in a span are read one by one; with more, any order soon finds one. */
const FEW_SHOPS = 1_000

const number = (value: number) => sql.raw(String(value))
const band = sql.raw(shopLatitudeBand)

/** 'lekki' names 'Lekki Phase 1' when no place is called just 'Lekki'. */
const middle = rows({
	name: nullable(text(sql`min(name)`)),
	latitude: nullable(real(sql`avg(latitude)`)),
	longitude: nullable(real(sql`avg(longitude)`)),
})
const placeOfKey = sql`SELECT ${middle.columns} FROM (
	SELECT latitude, longitude, name FROM shop_places WHERE place_key = (
		SELECT place_key FROM shop_places
		WHERE place_key >= ${placeholder('placeKey')} AND place_key < ${placeholder('placeKey')} || char(1114111)
		ORDER BY place_key LIMIT 1)
	LIMIT ${number(PLACE_SAMPLE)})`
/** Nulls for an unknown key. */
export const middleOfPlace = preparedRead(() => placeOfKey, middle.read)

/** The typed place, else the position; no row without both. */
const here = sql`here (at_latitude, at_longitude) AS MATERIALIZED (SELECT latitude, longitude FROM (
		SELECT latitude, longitude FROM (${placeOfKey}) WHERE ${placeholder('placeKey')} <> ''
		UNION ALL SELECT ${placeholder('latitude')}, ${placeholder('longitude')})
	WHERE latitude IS NOT NULL LIMIT 1),`
/** The haversine of the angle, which grows with the distance. */
const halfLatitude = sql`sin(radians(shops.latitude - here.at_latitude) / 2)`
const halfLongitude = sql`sin(radians(shops.longitude - here.at_longitude) / 2)`
const haversine = sql`(${halfLatitude} * ${halfLatitude}
	+ cos(radians(here.at_latitude)) * cos(radians(shops.latitude)) * ${halfLongitude} * ${halfLongitude})`

export const isInStretch = sql`${opening.startsAt} >= ${placeholder('freeFromAt')} AND ${opening.startsAt} < ${placeholder('freeUntilAt')}`
/** Where the wanted starts begin for shops of a notice step. */
export const offeredFrom = (step: number) =>
	sql`max(${placeholder('freeFromAt')}, ${placeholder('now')} + ${number(step * MINUTE_MS)})`

/**
 * In the evening few shops have a free start today, and walking another order would find none for pages (P13). Each
 * shop's last start of the day tells whether it has one.
 */
const daysWithStarts = noticeSteps.map(
	(
		step,
	) => sql`SELECT * FROM (SELECT ${opening.shopId} FROM ${shopFreeStarts} ${opening} INDEXED BY shop_free_starts_by_day
		WHERE ${opening.isLastOfDay} = 1 AND ${opening.noticeStepMinutes} = ${number(step)}
			AND ${opening.startsAt} >= ${offeredFrom(step)} AND ${opening.startsAt} < ${placeholder('freeUntilAt')}
		ORDER BY ${opening.startsAt} LIMIT ${number(FEW_SHOPS)})`,
)
const freeShops = sql`free_days AS MATERIALIZED (${sql.join(daysWithStarts, sql` UNION ALL `)}),
	free_shops AS MATERIALIZED (SELECT DISTINCT shop_id FROM free_days),`
export const areFew = sql`(SELECT count(*) FROM free_days) < ${number(FEW_SHOPS)}`

const inSquare = sql`${shops} INDEXED BY shops_by_place ON ${shops.isListed} = 1
	AND ${band} = squares.middle_band + bands.away AND ${shops.longitude} BETWEEN squares.west AND squares.east`
/** `near_shops` with their distances; none where `unless` is true. */
const nearShops = (unless: SQL) => sql`
	bands (number, away) AS MATERIALIZED (SELECT 0, 0 UNION ALL
		SELECT number + 1, (number + 2) / 2 * CASE number % 2 WHEN 0 THEN 1 ELSE -1 END FROM bands
		WHERE number <= ${number(2 * BANDS_PER_DEGREE * Math.max(...SQUARES))}),
	all_squares AS MATERIALIZED (SELECT CAST((here.at_latitude + 90) * ${number(BANDS_PER_DEGREE)} AS INTEGER) AS middle_band,
			2 * ceil(value * ${number(BANDS_PER_DEGREE)}) AS last_number, sin(radians(value) / 2) * sin(radians(value) / 2) AS reach,
			here.at_longitude - value / max(cos(radians(here.at_latitude)), 0.01) AS west,
			here.at_longitude + value / max(cos(radians(here.at_latitude)), 0.01) AS east
		FROM here CROSS JOIN json_each(${JSON.stringify(SQUARES)}) WHERE NOT ${unless}),
	squares AS MATERIALIZED (SELECT * FROM all_squares squares WHERE
		(SELECT count(*) FROM (SELECT 1 FROM bands CROSS JOIN ${inSquare} WHERE bands.number <= squares.last_number
			LIMIT ${number(NEAR_ENOUGH)})) = ${number(NEAR_ENOUGH)} LIMIT 1),
	near_shops AS MATERIALIZED (
		SELECT shop_id, distance FROM (SELECT ${shops.id} AS shop_id, ${haversine} AS distance, squares.reach
			FROM here CROSS JOIN squares CROSS JOIN bands CROSS JOIN ${inSquare}
			WHERE bands.number <= squares.last_number LIMIT ${number(NEAR_LIMIT)}) WHERE distance <= reach
		UNION ALL SELECT * FROM (SELECT ${shops.id}, ${haversine}
			FROM here CROSS JOIN ${shops} INDEXED BY shops_by_place
			WHERE ${shops.isListed} = 1 AND ${band} >= 0 AND NOT EXISTS (SELECT 1 FROM squares) AND NOT ${unless}
			LIMIT ${number(NEAR_LIMIT)})),`

/** Whether the list ends before its circle, because enough shops are nearer. */
export const isOfNearest = sql`EXISTS (SELECT 1 FROM squares CROSS JOIN circle WHERE squares.reach < circle.outer)`

const inDirectory = sql`CROSS JOIN shop_directory INDEXED BY shop_directory_by_shop
	ON shop_directory.shop_id = pool.shop_id AND shop_directory.category_id =`
const directoryColumns = sql`shop_directory.shop_id, shop_directory.sort_name, featured_from, featured_until, shop_directory.time_zone`

/** `found_shops` of all shops with a start in the span. Read it where `areFew`. */
export const freeFound = sql`${freeShops} found_shops AS MATERIALIZED (SELECT ${directoryColumns}
	FROM free_shops pool ${inDirectory} ${placeholder('categoryId')}),`

/**
 * `found_shops` near a place: the shops of the smallest circle in which one meets the conditions (D64), and `circle`,
 * that circle. `hits` makes `found_hits`, a search's shops.
 */
export function nearFound(hits: SQL | null, isFree: boolean, conditions: SQL): SQL {
	const unless = isFree ? areFew : sql`false`
	const distances = hits
		? sql`SELECT ${shops.id} AS shop_id, ${haversine} AS distance FROM here CROSS JOIN found_hits
			CROSS JOIN ${shops} ON ${shops.id} = found_hits.shop_id`
		: sql`SELECT * FROM near_shops`
	const fromStarts = sql`SELECT ${shops.id} AS shop_id, ${haversine} AS distance FROM here CROSS JOIN free_shops
		CROSS JOIN ${shops} ON ${shops.id} = free_shops.shop_id WHERE ${areFew} UNION ALL`
	return sql`${here} ${hits ?? sql`${isFree ? freeShops : sql``} ${nearShops(unless)}`}
		pool AS MATERIALIZED (${isFree && !hits ? fromStarts : sql``} ${distances}),
		circle (outer, km) AS MATERIALIZED (SELECT value ->> 1, value ->> 2 FROM json_each(${placeholder('circles')}) WHERE EXISTS (
			SELECT 1 FROM pool CROSS JOIN ${shops} ON ${shops.id} = pool.shop_id
			WHERE pool.distance > value ->> 0 AND pool.distance <= value ->> 1 AND ${conditions}) LIMIT 1),
		found_shops AS MATERIALIZED (SELECT ${directoryColumns}, pool.distance
			FROM circle CROSS JOIN pool ${inDirectory} '' WHERE pool.distance <= circle.outer),`
}
