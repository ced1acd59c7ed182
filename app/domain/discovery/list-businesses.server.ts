import { dayOfWeekOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE, type ZoneName } from '#app/kernel/zone.server.ts'
import type { DiscoverQuery } from './discover-query.server.ts'
import type { DiscoveryRepository, ListedShop, ShopFilter } from './discovery-repository.server.ts'
import { type Coordinates, distanceKm, distanceLabel } from './distance.ts'
import { isFeatured } from './featured.ts'
import { encodeCursor } from './list-cursor.ts'
import { listPage, PAGE_SIZE, rowsNeeded } from './list-page.ts'
import { openStatus } from './opening-hours.server.ts'
import { priceRange, servicesAvailable } from './price-range.ts'
import { averageRating } from './rating.ts'
import { placeKey, searchExpression } from './search-words.ts'

/** What a card draws. */
export type BusinessCard = {
	id: string
	name: string
	picture: string | null
	isFeatured: boolean
	rating: number | null
	reviewCount: number
	/** '6 services available · ₦3,500 – ₦28,000' */
	services: string
	canBook: boolean
	/** At most two names. */
	categories: string[]
	moreCategories: number
	open: { isOpen: boolean; label: string } | null
	/** 'Yaba', or 'Yaba · 1.2 km' when distances can be measured. */
	place: string
}

export type BusinessList = {
	cards: BusinessCard[]
	/** Where the next page begins; null on the last. */
	nextCursor: string | null
	/** Where distances are measured from. 'unknown': no place has the typed name. */
	origin: { kind: 'place'; name: string } | { kind: 'position' } | { kind: 'none' } | { kind: 'unknown' }
	/** More shops matched than the search looks at. */
	foundTooMany: boolean
}

const CARD_CATEGORIES = 2
/** The first and the last clock of the earth: every shop's date lies between their dates. */
const EARLIEST_ZONE = 'Etc/GMT+12'
const LATEST_ZONE = 'Pacific/Kiritimati'

type Deps = {
	discovery: Pick<DiscoveryRepository, 'listShops' | 'placeOf'>
	now: Instant
}

/** A page of Discover, in one round trip: featured businesses first, then by name (C18, D12). */
export async function listBusinesses({ discovery, now }: Deps, query: DiscoverQuery): Promise<BusinessList> {
	const search = searchExpression(query.q, query.category)
	const filter: ShopFilter = search ? { search } : { categoryId: query.category }
	const isFirstPage = query.cursor === null
	const today = dates(now)
	const [found, place] = await Promise.all([
		discovery.listShops(filter, {
			today: {
				earliest: today(EARLIEST_ZONE),
				latest: today(LATEST_ZONE),
				inDefaultZone: today(DEFAULT_ZONE),
			},
			after: query.cursor,
			limit: rowsNeeded(isFirstPage),
		}),
		query.near === '' ? null : discovery.placeOf(placeKey(query.near)),
	])

	const featured = found.featured.filter((shop) => isFeatured(shop, today(shop.timeZone))).slice(0, PAGE_SIZE)
	const { shops, next } = listPage({ featured, byName: found.byName, isFirstPage })
	const from = place ?? query.position

	return {
		cards: shops.map((shop) => businessCard(shop, now, isFeatured(shop, today(shop.timeZone)), from)),
		nextCursor: next && encodeCursor(next),
		origin: originOf(query, place),
		foundTooMany: found.foundTooMany,
	}
}

function businessCard(
	shop: ListedShop,
	now: Instant,
	featured: boolean,
	from: Coordinates | null,
): BusinessCard {
	const clock = civilAt(shop.timeZone, now)
	const prices = priceRange(shop.lowestPriceKobo, shop.highestPriceKobo)
	const count = servicesAvailable(shop.serviceCount)
	return {
		id: shop.id,
		name: shop.name,
		picture: shop.picture,
		isFeatured: featured,
		rating: averageRating(shop.ratingSum, shop.reviewCount),
		reviewCount: shop.reviewCount,
		services: prices === null ? count : `${count} · ${prices}`,
		canBook: shop.serviceCount > 0,
		categories: shop.categories.slice(0, CARD_CATEGORIES),
		moreCategories: Math.max(0, shop.categories.length - CARD_CATEGORIES),
		open: openStatus(shop.hours, { ...clock, dayOfWeek: dayOfWeekOf(clock.date) }, shop.closedDays),
		place: from ? `${shop.area} · ${distanceLabel(distanceKm(from, shop))}` : shop.area,
	}
}

function originOf(query: DiscoverQuery, place: { name: string } | null): BusinessList['origin'] {
	if (place) return { kind: 'place', name: place.name }
	if (query.near !== '') return query.position ? { kind: 'position' } : { kind: 'unknown' }
	return query.position ? { kind: 'position' } : { kind: 'none' }
}

/** Today's date in each zone, computed once per zone. */
function dates(now: Instant): (zone: ZoneName) => string {
	const known = new Map<ZoneName, string>()
	return (zone) => {
		const date = known.get(zone) ?? civilAt(zone, now).date
		known.set(zone, date)
		return date
	}
}
