import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { categories } from '#app/kernel/vocabulary/discovery.ts'
import { DEFAULT_ZONE, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, json, nullable, real, text } from '#db/row.server.ts'
import { shopClosedDays } from '#db/schema/availability.ts'
import { appointments, checkouts, clients, reviews } from '#db/schema/booking.ts'
import { addOns, services, shopCategories, shopHours, shops } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { build, prepared, preparedRead } from '#db/statement.server.ts'
import type { Coordinates } from './distance.ts'
import type { FeaturedRange } from './featured.ts'
import { type Ordered, PAGE_SIZE } from './list-page.ts'
import type { ClosedDay, DayHours } from './opening-hours.server.ts'
import type { SearchExpression } from './search-words.ts'

/** Which shops: those that a search finds, or those of a category, or (category null) all. */
export type ShopFilter = { search: SearchExpression } | { categoryId: string | null }

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
	}

export type ShopList = {
	featured: ListedShop[]
	byName: ListedShop[]
	/** The search found more than it looks at. */
	foundTooMany: boolean
}

/** The dates that it can be today anywhere on earth, and the date in the house's own zone. */
export type Today = { earliest: CivilDate; latest: CivilDate; inDefaultZone: CivilDate }

/**
 * A search looks at so many hits and orders them by name. Ordering all hits of a common word would take longer with
 * every shop that joins (P13); nobody pages through more, and the page says so.
 */
export const SEARCH_LIMIT = 100
/** The page of a business begins with a few reviews; a page of older ones is longer. */
const FIRST_REVIEWS = 6
const OLDER_REVIEWS = 20
const SERVICE_LIMIT = 100
/** More than fit: those around midnight of another zone are sorted out by the pure rule. */
const FEATURED_CANDIDATES = PAGE_SIZE + 10
/** A typed place is the middle of at most so many of its shops. */
const PLACE_SAMPLE = 50

const number = (value: number) => sql.raw(String(value))

const inFront = sql`featured_until >= ${sql.placeholder('earliest')}
	AND featured_until >= CASE time_zone WHEN ${DEFAULT_ZONE} THEN ${sql.placeholder('inDefaultZone')} ELSE '' END
	AND (featured_from IS NULL OR featured_from <= ${sql.placeholder('latest')})
	ORDER BY featured_until, shop_id LIMIT ${number(FEATURED_CANDIDATES)}`
const byName = sql`(sort_name, shop_id) > (${sql.placeholder('sortName')}, ${sql.placeholder('id')})
	ORDER BY sort_name, shop_id LIMIT ${sql.placeholder('limit')}`

/** On the clock of every zone: today, and the week after it. */
const closedSoon = sql`${shopClosedDays.date} BETWEEN ${sql.placeholder('earliest')} AND date(${sql.placeholder('latest')}, '+7 days')`

const toListedRow = decode({
	isInFront: flag('in_front'),
	foundCount: integer('found'),
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
})

/**
 * The shops of a source (shop_id, sort_name, featured_from, featured_until, time_zone) that a page needs, first chosen
 * and then described, so that only the chosen few cost their services, categories and hours.
 */
function listOf(source: SQL, { before = sql``, found = sql`0` }: { before?: SQL; found?: SQL } = {}) {
	return preparedRead(
		sql`WITH ${before} page AS (
				SELECT * FROM (SELECT shop_id, sort_name, 1 AS in_front FROM ${source} AND ${inFront})
				UNION ALL
				SELECT * FROM (SELECT shop_id, sort_name, 0 AS in_front FROM ${source} AND ${byName}))
			SELECT ${shops.id}, page.sort_name, page.in_front, ${shops.name}, ${shops.picture}, ${shops.area}, ${shops.latitude}, ${shops.longitude},
				${shops.timeZone}, ${shops.featuredFrom}, ${shops.featuredUntil}, ${shops.ratingSum}, ${shops.reviewCount}, ${found} AS found,
				(SELECT json_array(count(*), min(${services.priceKobo}), max(${services.priceKobo})) FROM ${services}
					WHERE ${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1) AS menu,
				(SELECT json_group_array(${shopCategories.categoryId}) FROM ${shopCategories}
					WHERE ${shopCategories.shopId} = ${shops.id}) AS category_ids,
				(SELECT json_group_array(json_array(${shopHours.dayOfWeek}, ${shopHours.opensMinute}, ${shopHours.closesMinute}))
					FROM ${shopHours} WHERE ${shopHours.shopId} = ${shops.id}) AS hours,
				(SELECT json_group_array(${shopClosedDays.date}) FROM ${shopClosedDays}
					WHERE ${shopClosedDays.shopId} = ${shops.id} AND ${closedSoon}) AS closed_days
			FROM page CROSS JOIN ${shops} ON ${shops.id} = page.shop_id
			ORDER BY page.sort_name, page.shop_id`,
		toListedRow,
	)
}

const listOfCategory = listOf(sql`shop_directory WHERE category_id = ${sql.placeholder('categoryId')}`)

const searches = {
	anywhere: listOfHits('shop_search'),
	beginnings: listOfHits('shop_word_search'),
}

/** sqld refuses ANALYZE: without CROSS JOIN and INDEXED BY the planner walks the whole directory, for each hit. */
function listOfHits(table: 'shop_search' | 'shop_word_search') {
	const name = sql.raw(table)
	return listOf(sql`found_shops WHERE true`, {
		before: sql`hits AS MATERIALIZED (
				SELECT rowid AS number FROM ${name} WHERE ${name} MATCH ${sql.placeholder('match')} LIMIT ${number(SEARCH_LIMIT + 1)}),
			found_shops AS MATERIALIZED (
				SELECT shop_directory.shop_id, sort_name, featured_from, featured_until, time_zone
				FROM (SELECT number FROM hits LIMIT ${number(SEARCH_LIMIT)}) hit
				CROSS JOIN shop_documents ON shop_documents.number = hit.number
				CROSS JOIN shop_directory INDEXED BY shop_directory_by_shop
					ON shop_directory.shop_id = shop_documents.shop_id AND shop_directory.category_id = ''),`,
		found: sql`(SELECT count(*) FROM hits)`,
	})
}

/** 'lekki' names 'Lekki Phase 1' when no place is called just 'Lekki'. */
const place = preparedRead(
	sql`SELECT avg(latitude) AS latitude, avg(longitude) AS longitude, min(name) AS name FROM (
		SELECT latitude, longitude, name FROM shop_places WHERE place_key = (
			SELECT place_key FROM shop_places
			WHERE place_key >= ${sql.placeholder('key')} AND place_key < ${sql.placeholder('key')} || char(1114111)
			ORDER BY place_key LIMIT 1)
		LIMIT ${number(PLACE_SAMPLE)})`,
	decode({
		name: nullable(text('name')),
		latitude: nullable(real('latitude')),
		longitude: nullable(real('longitude')),
	}),
)

const shopById = prepared(
	build
		.select({
			id: shops.id,
			name: shops.name,
			description: shops.description,
			picture: shops.picture,
			phone: shops.phone,
			whatsapp: shops.whatsapp,
			slug: shops.slug,
			address: shops.address,
			landmark: shops.landmark,
			area: shops.area,
			city: shops.city,
			latitude: shops.latitude,
			longitude: shops.longitude,
			timeZone: shops.timeZone,
			ratingSum: shops.ratingSum,
			reviewCount: shops.reviewCount,
			freeCancellationMinutes: shops.freeCancellationMinutes,
		})
		.from(shops)
		.where(and(eq(shops.id, sql.placeholder('shopId')), eq(shops.isListed, true)))
		.limit(1),
)
const hoursOfShop = prepared(
	build
		.select({
			dayOfWeek: shopHours.dayOfWeek,
			opensMinute: shopHours.opensMinute,
			closesMinute: shopHours.closesMinute,
		})
		.from(shopHours)
		.where(eq(shopHours.shopId, sql.placeholder('shopId'))),
)
const closedDaysOfShop = preparedRead<ClosedDay>(
	sql`SELECT ${shopClosedDays.date}, ${shopClosedDays.reason} FROM ${shopClosedDays}
		WHERE ${shopClosedDays.shopId} = ${sql.placeholder('shopId')} AND ${closedSoon}`,
	decode({ date: text('date'), reason: text('reason') }),
)
const categoriesOfShop = prepared(
	build
		.select({ categoryId: shopCategories.categoryId })
		.from(shopCategories)
		.where(eq(shopCategories.shopId, sql.placeholder('shopId'))),
)
const servicesOfShop = prepared(
	build
		.select({
			id: services.id,
			name: services.name,
			description: services.description,
			durationMinutes: services.durationMinutes,
			priceKobo: services.priceKobo,
		})
		.from(services)
		.where(and(eq(services.shopId, sql.placeholder('shopId')), eq(services.isEnabled, true)))
		.orderBy(asc(services.name))
		.limit(SERVICE_LIMIT),
)
const addOnsOfShop = prepared(
	build
		.select({
			id: addOns.id,
			name: addOns.name,
			durationMinutes: addOns.durationMinutes,
			priceKobo: addOns.priceKobo,
		})
		.from(addOns)
		.where(and(eq(addOns.shopId, sql.placeholder('shopId')), eq(addOns.isEnabled, true)))
		.orderBy(asc(addOns.position)),
)
/** Under the name of the writer's profile, never that of the client row, which whoever came first has typed (S24). */
const reviewsOfShop = prepared(
	build
		.select({
			id: reviews.appointmentId,
			firstName: sql<string>`coalesce(${profiles.firstName}, ${checkouts.firstName})`,
			rating: reviews.rating,
			comment: reviews.comment,
			createdAt: reviews.createdAt,
			reply: reviews.reply,
		})
		.from(reviews)
		.innerJoin(clients, eq(clients.id, reviews.clientId))
		.innerJoin(appointments, eq(appointments.id, reviews.appointmentId))
		.innerJoin(checkouts, eq(checkouts.id, appointments.checkoutId))
		.leftJoin(profiles, eq(profiles.id, clients.userId))
		.where(
			and(eq(reviews.shopId, sql.placeholder('shopId')), lt(reviews.createdAt, sql.placeholder('before'))),
		)
		.orderBy(desc(reviews.createdAt))
		.limit(sql.placeholder('limit')),
)

/** All SQL of discovery. What is asked for in one turn of the event loop travels in one batch (`Database.read`). */
export function createDiscoveryRepository(read: Database['read']) {
	return {
		/**
		 * `featured`: those whose range holds a date that it is somewhere on earth, soonest to end, ordered by name.
		 * `byName`: at most `limit` that follow `after` in the order of names; null begins with the first.
		 */
		async listShops(
			filter: ShopFilter,
			{ today, after, limit }: { today: Today; after: Ordered | null; limit: number },
		): Promise<ShopList> {
			const values = { ...today, sortName: after?.sortName ?? '', id: after?.id ?? '', limit }
			const rows = await read(
				'search' in filter
					? searches[filter.search.kind]({ match: filter.search.match, ...values })
					: listOfCategory({ categoryId: filter.categoryId ?? '', ...values }),
			)
			return {
				featured: rows.filter((row) => row.isInFront).map(toListedShop),
				byName: rows.filter((row) => !row.isInFront).map(toListedShop),
				foundTooMany: rows.some((row) => row.foundCount > SEARCH_LIMIT),
			}
		},

		/** The area or city that a key (see `placeKey`) names or begins, and its middle; null for an unknown one. */
		async placeOf(key: string): Promise<(Coordinates & { name: string }) | null> {
			const [found] = await read(place({ key }))
			if (!found) return null
			const { name, latitude, longitude } = found
			// No shop is there: the average of nothing is null.
			return name === null || latitude === null || longitude === null ? null : { name, latitude, longitude }
		},

		/**
		 * All that the page of a business shows; null for an unknown shop and for one that is not listed. The newest reviews,
		 * or those before an instant, and where the next older ones begin (L13).
		 */
		async businessOf(shopId: string, reviewsBefore: Instant | null, today: CivilDate) {
			const limit = reviewsBefore === null ? FIRST_REVIEWS : OLDER_REVIEWS
			const before = reviewsBefore ?? Number.MAX_SAFE_INTEGER
			const [[shop], hours, closedDays, categoryRows, serviceRows, addOnRows, reviewRows] = await Promise.all(
				[
					read(shopById({ shopId })),
					read(hoursOfShop({ shopId })),
					read(closedDaysOfShop({ shopId, earliest: addDays(today, -1), latest: addDays(today, 1) })),
					read(categoriesOfShop({ shopId })),
					read(servicesOfShop({ shopId })),
					read(addOnsOfShop({ shopId })),
					read(reviewsOfShop({ shopId, before, limit: limit + 1 })),
				],
			)
			if (!shop) return null
			const categoryIds = categoryRows.map((row) => row.categoryId)
			return {
				...shop,
				hours,
				closedDays,
				categoryIds,
				categories: categoryNames(categoryIds),
				services: serviceRows,
				addOns: addOnRows,
				reviews: reviewRows.slice(0, limit),
				olderReviewsBefore: reviewRows.length > limit ? (reviewRows[limit - 1]?.createdAt ?? null) : null,
			}
		},
	}
}

export type DiscoveryRepository = ReturnType<typeof createDiscoveryRepository>

function toListedShop({
	isInFront: _isInFront,
	foundCount: _foundCount,
	menu,
	categoryIds,
	hours,
	closedDays,
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
	}
}

function categoryNames(ids: readonly string[]): string[] {
	return categories.filter((category) => ids.includes(category.id)).map((category) => category.name)
}
