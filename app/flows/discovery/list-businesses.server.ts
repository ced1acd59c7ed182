import type { DiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { type Coordinates, distanceKm, distanceLabel, isKnownPlace } from '#app/domain/discovery/distance.ts'
import { earliestLabel, isOnClock } from '#app/domain/discovery/earliest-free.server.ts'
import {
	encodeCursor,
	isFeatured,
	listPage,
	rowsNeeded,
	SHOPS_PER_PAGE,
} from '#app/domain/discovery/list-page.ts'
import type { ListClock, ShopFilter } from '#app/domain/discovery/listed-shop-repository.server.ts'
import type { ListedShop } from '#app/domain/discovery/listed-shop-row-repository.server.ts'
import { openStatus } from '#app/domain/discovery/opening-hours.server.ts'
import { placeKey, searchExpression } from '#app/domain/discovery/search-words.ts'
import { averageRating, priceRange, servicesAvailable } from '#app/domain/discovery/shop-words.ts'
import { addDays, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { FreeDay, NearCircle, ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import { civilAt, DEFAULT_ZONE, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ListedBusiness = {
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
	/** 'Today 2:30 PM': the earliest requested free start, if known. */
	earliest: string | null
}

export type BusinessList = {
	cards: ListedBusiness[]
	/** Null on the last page. */
	nextCursor: string | null
	/** 'unknown': no place has the typed name. */
	origin: { kind: 'place'; name: string } | { kind: 'position' } | { kind: 'none' } | { kind: 'unknown' }
	/** Null without a place. */
	within: NearCircle | null
	/** The circle has more shops: these are the nearest. */
	isOfNearest: boolean
	/** More shops matched than the search looks at. */
	foundTooMany: boolean
	order: ShopOrder
	/** Listed shops whose kept openings are due to be refreshed. */
	staleShopIds: string[]
}

const CARD_CATEGORIES = 2
/** Every shop's date lies between the dates of these zones. */
const EARLIEST_ZONE = 'Etc/GMT+12'
const LATEST_ZONE = 'Pacific/Kiritimati'

type Deps = Pick<Repositories, 'discovery'> & { now: Instant }

/**
 * A page of Discover, in one round trip (C18, D12): by name with featured businesses first, in the requested order, or
 * with a place the nearest first.
 */
export async function listBusinesses(
	{ discovery: { listedShops }, now }: Deps,
	query: DiscoverQuery,
): Promise<BusinessList> {
	const isFirstPage = query.cursor === null
	const today = dates(now)
	const filter = shopFilter(query, now)
	const asker = { placeKey: placeKey(query.near), position: query.position }
	const list = (order: ShopOrder, from: typeof asker) =>
		listedShops.listShops(filter, {
			order,
			from,
			within: query.within,
			clock: clockAt(now, today),
			after: query.cursor,
			limit: rowsNeeded(isFirstPage),
		})
	// A text of marks alone has no key, so no place.
	const isTyped = asker.placeKey !== ''
	const hasPlace = isTyped || query.position !== null
	const requested = query.sort ?? 'nearest'
	const withoutPlace = requested === 'nearest' ? 'recommended' : requested
	const wanted = hasPlace ? requested : withoutPlace
	const [inOrder, place, otherwise] = await Promise.all([
		list(wanted, asker),
		isTyped ? listedShops.placeOf(asker.placeKey) : null,
		// Whether the place is known is read in the same trip.
		isTyped && query.position === null ? list(withoutPlace, { placeKey: '', position: null }) : null,
	])
	const isPlaceUnknown = place === null && otherwise !== null
	const found = isPlaceUnknown ? otherwise : inOrder
	const order = isPlaceUnknown ? withoutPlace : wanted

	const featured = found.featured
		.filter((shop) => isFeatured(shop, today(shop.timeZone)))
		.slice(0, SHOPS_PER_PAGE)
	const { shops, next } = listPage({ ...found, featured, isFirstPage })
	const from = place ?? query.position
	const facts = shops.map((shop) => ({ shop, open: openNow(shop, now), opening: currentOpening(shop) }))
	// The list's SQL uses the default zone for each shop.
	const shown = facts.filter(
		({ open, opening }) => (!query.open || open?.isOpen) && (query.free === null || opening !== null),
	)
	return {
		cards: shown.map(({ shop, open, opening }) => ({
			...businessCard(shop, isFeatured(shop, today(shop.timeZone)), from, place !== null),
			open,
			earliest: opening && earliestLabel(opening, today(shop.timeZone)),
		})),
		nextCursor: next && encodeCursor(next),
		origin: listOrigin(query, place),
		within: found.within,
		isOfNearest: found.isOfNearest,
		foundTooMany: found.foundTooMany,
		order,
		staleShopIds: facts
			.filter(({ shop, opening }) => shop.isOpeningStale || opening !== shop.opening)
			.map(({ shop }) => shop.id),
	}
}

/** Days are in the default zone. */
function shopFilter(query: DiscoverQuery, now: Instant): ShopFilter {
	return {
		search: searchExpression(query.q, query.category),
		categoryId: query.category,
		maxPriceKobo: query.price === null ? null : Number(query.price) * KOBO_PER_NAIRA,
		isOpenNow: query.open,
		free: query.free && freeStretch(query.free, now),
	}
}

function freeStretch(day: FreeDay, now: Instant): { fromAt: Instant; untilAt: Instant } {
	const { date } = civilAt(DEFAULT_ZONE, now)
	const start = (days: number) => dayStartsAt(DEFAULT_ZONE, addDays(date, days))
	if (day === 'tomorrow') return { fromAt: start(1), untilAt: start(2) }
	return { fromAt: now, untilAt: start(day === 'today' ? 1 : 7) }
}

function clockAt(now: Instant, today: (zone: ZoneName) => string): ListClock {
	const { date, minute } = civilAt(DEFAULT_ZONE, now)
	return {
		now,
		earliest: today(EARLIEST_ZONE),
		latest: today(LATEST_ZONE),
		inDefaultZone: date,
		dayOfWeek: dayOfWeekOf(date),
		minute,
	}
}

function openNow(shop: ListedShop, now: Instant) {
	const clock = civilAt(shop.timeZone, now)
	return openStatus(shop.hours, { ...clock, dayOfWeek: dayOfWeekOf(clock.date) }, shop.closedDays)
}

function currentOpening({ opening, timeZone }: ListedShop): ListedShop['opening'] {
	return opening && isOnClock(timeZone, opening) ? opening : null
}

function businessCard(
	shop: ListedShop,
	featured: boolean,
	from: Coordinates | null,
	isMiddle: boolean,
): Omit<ListedBusiness, 'open' | 'earliest'> {
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
		place: placeLabel(shop, from, isMiddle),
	}
}

/** Less than 100 m from an area's middle means nothing. A shop without a known place has no distance (D64). */
function placeLabel(shop: ListedShop, from: Coordinates | null, isMiddle: boolean): string {
	const kilometres = from && isKnownPlace(shop) ? distanceKm(from, shop) : null
	if (kilometres === null || (isMiddle && kilometres < 0.1)) return shop.area
	return `${shop.area} · ${distanceLabel(kilometres)}`
}

function listOrigin(query: DiscoverQuery, place: { name: string } | null): BusinessList['origin'] {
	if (place) return { kind: 'place', name: place.name }
	if (query.near !== '') return query.position ? { kind: 'position' } : { kind: 'unknown' }
	return query.position ? { kind: 'position' } : { kind: 'none' }
}

/** Today in each zone, computed once per zone. */
function dates(now: Instant): (zone: ZoneName) => string {
	const known = new Map<ZoneName, string>()
	return (zone) => {
		const date = known.get(zone) ?? civilAt(zone, now).date
		known.set(zone, date)
		return date
	}
}
