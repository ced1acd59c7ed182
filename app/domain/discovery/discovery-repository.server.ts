import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ClosedDay } from '#app/kernel/vocabulary/discovery.ts'
import type { Database } from '#db/client.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { shopClosedDays } from '#db/schema/availability.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { addOns, services, shopCategories, shopHours, shops } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { knownPlace } from '#db/shop-parts.server.ts'
import { build, prepared, preparedSelect } from '#db/statement.server.ts'
import { closedSoon } from './listed-shop-row-repository.server.ts'
import { shopLines } from './shop-details.ts'
import { categoryNames } from './shop-words.ts'

/** A page of older reviews is longer. */
const FIRST_REVIEWS = 6
const OLDER_REVIEWS = 20
const SERVICE_LIMIT = 100

const shopById = prepared(() =>
	build
		.select({
			...pickColumns(shops, 'id', 'name', 'description', 'picture', 'phone', 'whatsapp', 'slug', 'address'),
			...shopLines(shops),
			...pickColumns(shops, 'area', 'city'),
			latitude: knownPlace.latitude,
			longitude: knownPlace.longitude,
			...pickColumns(shops, 'timeZone', 'ratingSum', 'reviewCount', 'freeCancellationMinutes'),
		})
		.from(shops)
		.where(and(eq(shops.id, sql.placeholder('shopId')), eq(shops.isListed, true)))
		.limit(1),
)
const hoursOfShop = prepared(() =>
	build
		.select(pickColumns(shopHours, 'dayOfWeek', 'opensMinute', 'closesMinute'))
		.from(shopHours)
		.where(eq(shopHours.shopId, sql.placeholder('shopId'))),
)
const closedDaysOfShop = preparedSelect<ClosedDay>(
	rows({ date: shopClosedDays.date, reason: shopClosedDays.reason }),
	() =>
		sql`FROM ${shopClosedDays} WHERE ${shopClosedDays.shopId} = ${sql.placeholder('shopId')} AND ${closedSoon}`,
)
const categoriesOfShop = prepared(() =>
	build
		.select({ categoryId: shopCategories.categoryId })
		.from(shopCategories)
		.where(eq(shopCategories.shopId, sql.placeholder('shopId'))),
)
const servicesOfShop = prepared(() =>
	build
		.select(pickColumns(services, 'id', 'name', 'description', 'durationMinutes', 'priceKobo'))
		.from(services)
		.where(and(eq(services.shopId, sql.placeholder('shopId')), eq(services.isEnabled, true)))
		.orderBy(asc(services.position), asc(services.name))
		.limit(SERVICE_LIMIT),
)
const addOnsOfShop = prepared(() =>
	build
		.select(pickColumns(addOns, 'id', 'name', 'durationMinutes', 'priceKobo'))
		.from(addOns)
		.where(and(eq(addOns.shopId, sql.placeholder('shopId')), eq(addOns.isEnabled, true)))
		.orderBy(asc(addOns.position)),
)
/** Shows the writer's profile name, never the client row's, which a stranger may have typed first (S24). */
const reviewsOfShop = prepared(() =>
	build
		.select({
			id: reviews.appointmentId,
			firstName: sql<string>`coalesce(${profiles.firstName}, ${checkouts.firstName})`,
			...pickColumns(reviews, 'rating', 'comment', 'createdAt', 'reply'),
		})
		.from(reviews)
		.innerJoin(clients, eq(clients.id, reviews.clientId))
		.innerJoin(appointments, eq(appointments.id, reviews.appointmentId))
		.innerJoin(checkouts, eq(checkouts.id, appointments.checkoutId))
		.leftJoin(profiles, eq(profiles.id, clients.userId))
		.where(
			and(
				eq(reviews.shopId, sql.placeholder('shopId')),
				isNull(reviews.hiddenAt),
				lt(reviews.createdAt, sql.placeholder('before')),
			),
		)
		.orderBy(desc(reviews.createdAt))
		.limit(sql.placeholder('limit')),
)

export function createDiscoveryRepository(read: Database['read']) {
	return {
		/**
		 * All that a business page shows; null for an unknown or unlisted shop. Its reviews are the newest, or those before
		 * an instant, with the start of the next older ones (L13).
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
