import { type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { ClosedDay } from '#app/kernel/closed-day.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type NearCircle, nearCircles, type ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import { DEFAULT_ZONE, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, json, nullable, real, text } from '#db/row.server.ts'
import { shopClosedDays } from '#db/schema/availability.ts'
import { services, shopCategories, shopHours, shopOpenings, shops } from '#db/schema/discovery.ts'
import { preparedRead } from '#db/statement.server.ts'
import { categoryNames } from './category-names.ts'
import { type Coordinates, haversineOfKm } from './distance.ts'
import type { FeaturedRange } from './featured.ts'
import { type Ordered, SHOPS_PER_PAGE } from './list-page.ts'
import {
	areFew,
	freeFound,
	isInStretch,
	isOfNearest,
	middleOfPlace,
	NEAR_LIMIT,
	nearFound,
} from './near-shop-repository.server.ts'
import type { DayHours } from './opening-hours.server.ts'
import { isStillOpen, opening } from './opening-repository.server.ts'
import type { SearchExpression } from './search-words.ts'
import { candidatesOf, firstPlaceOf, type ShopSource } from './shop-order-repository.server.ts'

/** Which shops: a search's hits, a category, or (category null) all; and the filters that they must meet. */
export type ShopFilter = {
	search: SearchExpression | null
	categoryId: string | null
	/** What the cheapest service may cost; null: anything. */
	maxPriceKobo: Kobo | null
	/** Open at this moment. Shops of other zones than the house's come too: the pure rule sorts them out. */
	isOpenNow: boolean
	/** With a free start in this stretch. */
	free: { fromAt: Instant; untilAt: Instant } | null
}

export type ListedShop = Ordered &
	FeaturedRange &
	Coordinates & {
		name: string
		picture: string | null
		area: string
		timeZone: ZoneName
		ratingSum: number
		reviewCount: number
		serviceCount: number
		lowestPriceKobo: Kobo | null
		highestPriceKobo: Kobo | null
		/** Names, in the order of the chips. */
		categories: string[]
		hours: DayHours[]
		/** Of today and the week after it. */
		closedDays: ClosedDay[]
		/** The earliest start that is free, in the stretch that was asked for. */
		opening: { date: CivilDate; startMinute: number; startsAt: Instant } | null
		/** Its stored openings were never computed, or are out of date. */
		isOpeningStale: boolean
	}

export type ShopList = {
	featured: ListedShop[]
	ordered: ListedShop[]
	/** Where the look ended before the page was full; null when it saw the last shop. */
	lookedUntil: Ordered | null
	/** The search found more than it looks at. */
	foundTooMany: boolean
	/** The smallest circle around the place that has one of the shops; null without a place, or without a shop. */
	within: NearCircle | null
	/** The circle has more shops: these are the nearest of it. */
	isOfNearest: boolean
}

/** Now, as the rows of shops are asked about it: on the whole earth, and on the house's own clock. */
export type ListClock = {
	now: Instant
	/** The dates that it can be today anywhere on earth, and the date in the house's own zone. */
	earliest: CivilDate
	latest: CivilDate
	inDefaultZone: CivilDate
	dayOfWeek: number
	minute: number
}

/**
 * A search looks at this many hits and orders them. Ordering all hits of a common word would take longer with every
 * shop that joins (P13); the page says that there are more.
 */
export const SEARCH_LIMIT = 100
/** With a place a search looks at more hits, since most of a common word's are far away. */
const NEAR_SEARCH_LIMIT = 1_000
/** With filters one page looks at this many shops of the order, and the next page goes on from there. */
const LOOK_LIMIT = 1_000
/** With a place all near shops are looked at, by each of their kept openings. */
const NEAR_LOOK_LIMIT = 8 * NEAR_LIMIT
/** More than fit: those around midnight of another zone are sorted out by the pure rule. */
const FEATURED_CANDIDATES = SHOPS_PER_PAGE + 10
/** As far ahead as openings are kept. */
const KEPT_MS = 8 * 86_400_000

const { placeholder } = sql
const number = (value: number) => sql.raw(String(value))

const isFeaturedSoon = sql`featured_until >= ${placeholder('earliest')}
	AND featured_until >= CASE time_zone WHEN ${DEFAULT_ZONE} THEN ${placeholder('inDefaultZone')} ELSE '' END
	AND (featured_from IS NULL OR featured_from <= ${placeholder('latest')})
	ORDER BY featured_until, shop_id LIMIT ${number(FEATURED_CANDIDATES)}`

/** On the clock of every zone: today, and the week after it. */
export const closedSoon = sql`${shopClosedDays.date} BETWEEN ${placeholder('earliest')} AND date(${placeholder('latest')}, '+7 days')`

const toListedRow = decode({
	isInFront: flag('in_front'),
	foundCount: integer('found'),
	withinKm: nullable(integer('within_km')),
	isOfNearest: flag('of_nearest'),
	id: text('id'),
	sortName: text('sort_name'),
	name: text('name'),
	picture: nullable(text('picture')),
	area: text('area'),
	latitude: real('latitude'),
	longitude: real('longitude'),
	timeZone: text('time_zone'),
	featuredFrom: nullable(text('featured_from')),
	featuredUntil: nullable(text('featured_until')),
	ratingSum: integer('rating_sum'),
	reviewCount: integer('review_count'),
	menu: json<[number, number | null, number | null]>('menu'),
	categoryIds: json<string[]>('category_ids'),
	hours: json<[number, number, number][]>('hours'),
	closedDays: json<CivilDate[]>('closed_days'),
	openingsComputedAt: integer('openings_computed_at'),
	opening: nullable(json<[CivilDate, number, Instant]>('opening')),
	keptFirstAt: nullable(integer('kept_first_at')),
})

const toPlace = decode({ sortName: text('sort_name'), id: text('shop_id') })

type Variant = {
	source: ShopSource
	order: ShopOrder
	/** A place is given. */
	isNear: boolean
	hasCategory: boolean
	hasMaxPrice: boolean
	isOpenNow: boolean
	isFree: boolean
}

/** What a shop of the order must meet besides, each by the shop's own keys. */
function conditionsOf({ source, order, isNear, hasCategory, hasMaxPrice, isOpenNow, isFree }: Variant): SQL {
	const conditions = [sql`${shops.isListed} = 1`]
	// The names of a category are an order of their own, and a search has looked for the category.
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
	// The order by time has it already.
	if (isFree && order !== 'soonest')
		conditions.push(sql`EXISTS (SELECT 1 FROM ${shopOpenings} ${opening} WHERE ${opening.shopId} = ${shops.id} AND ${isInStretch}
			AND ${isStillOpen(opening)})`)
	return sql.join(conditions, sql` AND `)
}

/**
 * The shops of an order that a page needs, first chosen and then described, so that only the chosen few cost their
 * services, categories, hours and openings. Compiled once for each way to ask.
 */
function statementsOf(variant: Variant) {
	const { source, order, isNear } = variant
	const isSearch = source !== 'all'
	const isFound = isSearch || isNear
	const { found, rows, conditions, direction } = shopsOf(variant)
	const met = sql.join([conditions, conditionsOf(variant)], sql` AND `)
	const directory = isFound
		? sql`found_shops WHERE true`
		: sql`shop_directory WHERE category_id = ${placeholder('categoryId')}`
	const featured =
		order === 'recommended'
			? sql`SELECT front.shop_id, front.sort_name, 1 AS in_front
				FROM (SELECT shop_id, sort_name FROM ${directory} AND ${isFeaturedSoon}) front
				CROSS JOIN ${shops} ON ${shops.id} = front.shop_id WHERE ${conditionsOf(variant)} UNION ALL`
			: sql``
	return {
		list: preparedRead(
			sql`WITH RECURSIVE ${found} page AS (
				${featured}
				SELECT * FROM (SELECT opening.shop_id, opening.sort_name, 0 AS in_front FROM (${rows}) opening
					CROSS JOIN ${shops} ON ${shops.id} = opening.shop_id WHERE ${met} LIMIT ${placeholder('limit')}))
			SELECT ${shops.id}, page.sort_name, page.in_front, ${shops.name}, ${shops.picture}, ${shops.area}, ${shops.latitude}, ${shops.longitude},
				${shops.timeZone}, ${shops.featuredFrom}, ${shops.featuredUntil}, ${shops.ratingSum}, ${shops.reviewCount}, ${shops.openingsComputedAt},
				${isSearch ? sql`(SELECT count(*) FROM hits)` : sql`0`} AS found,
				${isNear ? sql`(SELECT km FROM circle)` : sql`NULL`} AS within_km,
				${isNear && !isSearch ? isOfNearest : sql`0`} AS of_nearest,
				(SELECT json_array(count(*), min(${services.priceKobo}), max(${services.priceKobo})) FROM ${services}
					WHERE ${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1) AS menu,
				(SELECT json_group_array(${shopCategories.categoryId}) FROM ${shopCategories}
					WHERE ${shopCategories.shopId} = ${shops.id}) AS category_ids,
				(SELECT json_group_array(json_array(${shopHours.dayOfWeek}, ${shopHours.opensMinute}, ${shopHours.closesMinute}))
					FROM ${shopHours} WHERE ${shopHours.shopId} = ${shops.id}) AS hours,
				(SELECT json_group_array(${shopClosedDays.date}) FROM ${shopClosedDays}
					WHERE ${shopClosedDays.shopId} = ${shops.id} AND ${closedSoon}) AS closed_days,
				(SELECT json_array(${opening.date}, ${opening.startMinute}, ${opening.startsAt}) FROM ${shopOpenings} ${opening}
					WHERE ${opening.shopId} = ${shops.id} AND ${isInStretch} AND ${isStillOpen(opening)}
					ORDER BY ${opening.date} LIMIT 1) AS opening,
				(SELECT min(${opening.startsAt}) FROM ${shopOpenings} ${opening} WHERE ${opening.shopId} = ${shops.id} AND ${isInStretch}
					AND ${opening.startsAt} >= ${placeholder('now')} + ${shops.minimumNoticeMinutes} * 60000) AS kept_first_at
			FROM page CROSS JOIN ${shops} ON ${shops.id} = page.shop_id
			ORDER BY page.sort_name ${direction}, page.shop_id ${direction}`,
			toListedRow,
		),
		lookedUntil: preparedRead(
			sql`WITH RECURSIVE ${found} candidates AS (${rows})
				SELECT shop_id, sort_name FROM candidates LIMIT 1 OFFSET ${placeholder('look')} - 1`,
			toPlace,
		),
	}
}

/** `found_shops` where a way to ask has a bounded set of shops, and the order over it or over the directory. */
function shopsOf(variant: Variant) {
	const { source, order, isNear, isFree } = variant
	if (isNear) {
		const isFreeAsked = isFree || order === 'soonest'
		const conditions = conditionsOf({ ...variant, order: 'nearest', isFree: isFreeAsked })
		const hits = source === 'all' ? null : hitsOf(source, NEAR_SEARCH_LIMIT)
		return { ...candidatesOf('found', order), found: nearFound(hits, isFree, conditions) }
	}
	if (source !== 'all')
		return { ...candidatesOf('found', order), found: sql`${hitsOf(source, SEARCH_LIMIT)} ${foundByHits}` }
	const all = candidatesOf('directory', order)
	if (!isFree || order === 'soonest') return { ...all, found: sql`` }
	const few = candidatesOf('found', order)
	const rows = sql`SELECT * FROM (${few.rows}) WHERE ${areFew} UNION ALL SELECT * FROM (${all.rows}) WHERE NOT ${areFew}`
	return { ...all, rows, found: freeFound }
}

/** sqld refuses ANALYZE: without CROSS JOIN and INDEXED BY the planner walks the whole directory, for each hit. */
function hitsOf(source: Exclude<ShopSource, 'all'>, limit: number): SQL {
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

const compiled = new Map<string, ReturnType<typeof statementsOf>>()
function statementsFor(variant: Variant) {
	const key = JSON.stringify(variant)
	const known = compiled.get(key) ?? statementsOf(variant)
	compiled.set(key, known)
	return known
}

/** The lists of Discover: their orders, filters and pages. Reads of one turn travel in one batch. */
export function createListedShopRepository(read: Database['read']) {
	return {
		/**
		 * `featured`, in the recommended order alone: those whose range holds a date that it is somewhere on earth,
		 * soonest to end. `ordered`: at most `limit` that follow `after` in the order; null begins with the first. The
		 * order 'nearest' is empty where neither the key of a place is known nor a position is given.
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
				/** The key of a typed place, and a position; without both the list is of everywhere. */
				from: { placeKey: string; position: Coordinates | null }
				/** The circle that the list keeps to; null: the smallest that has a shop. */
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
			const look = looksFurther ? furthest : limit
			const values = {
				...clock,
				...firstPlaceOf(order, after),
				look,
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
				// A search looks at all of its hits, and a place at all of its shops.
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

		/** The area or city that a key (see `placeKey`) names or begins, and its middle; null for an unknown one. */
		async placeOf(placeKey: string): Promise<(Coordinates & { name: string }) | null> {
			const [found] = await read(middleOfPlace({ placeKey }))
			if (!found) return null
			const { name, latitude, longitude } = found
			// No shop is there: the average of nothing is null.
			return name === null || latitude === null || longitude === null ? null : { name, latitude, longitude }
		},
	}
}

/** The circles to try, each from the one before: [beyond, as far as, km], as haversines. */
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

export type ListedShopRepository = ReturnType<typeof createListedShopRepository>

function toListedShop({
	isInFront: _isInFront,
	foundCount: _foundCount,
	withinKm: _withinKm,
	isOfNearest: _isOfNearest,
	menu,
	categoryIds,
	hours,
	closedDays,
	openingsComputedAt,
	opening: found,
	keptFirstAt,
	...shop
}: ReturnType<typeof toListedRow>): ListedShop {
	const [serviceCount, lowestPriceKobo, highestPriceKobo] = menu
	return {
		...shop,
		serviceCount,
		lowestPriceKobo,
		highestPriceKobo,
		categories: categoryNames(categoryIds),
		hours: hours.map(([dayOfWeek, opensMinute, closesMinute]) => ({ dayOfWeek, opensMinute, closesMinute })),
		// A card has no room for reasons.
		closedDays: closedDays.map((date) => ({ date, reason: '' })),
		opening: found && { date: found[0], startMinute: found[1], startsAt: found[2] },
		isOpeningStale: openingsComputedAt === 0 || (keptFirstAt !== null && keptFirstAt !== found?.[2]),
	}
}
