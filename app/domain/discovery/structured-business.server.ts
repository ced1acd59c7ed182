import { type CivilDate, MINUTES_PER_DAY, timeText } from '#app/kernel/civil.ts'
import { type Kobo, nairaDecimal } from '#app/kernel/money.ts'
import type { CategoryId, ClosedDay } from '#app/kernel/vocabulary/discovery.ts'
import { type Coordinates, isKnownPlace } from './distance.ts'
import type { DayHours } from './opening-hours.server.ts'
import { averageRating, priceRange } from './shop-words.ts'

export type ShopFacts = Coordinates & {
	/** Of its short address. */
	slug: string | null
	name: string
	description: string
	phone: string | null
	address: string
	area: string
	city: string
	categoryIds: readonly string[]
	hours: readonly DayHours[]
	closedDays: readonly ClosedDay[]
	ratingSum: number
	reviewCount: number
	services: readonly { name: string; priceKobo: Kobo }[]
}

/** Absolute, so none without `APP_ORIGIN`. */
export type ShopAddresses = { page: string; picture: string; booking: string }

/** A search result shows a few, and each makes the shop's page heavier. */
const MOST_OFFERS = 6
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** schema.org's name for a shop of one category. */
const kinds: Partial<Record<CategoryId, string>> = {
	'hair-beauty': 'BeautySalon',
	'spa-massage': 'DaySpa',
	nails: 'NailSalon',
	fitness: 'HealthClub',
}

/** A shop in the words of schema.org, for search engines: nothing that its page does not show. */
export function structuredBusiness(shop: ShopFacts, at: ShopAddresses): object {
	const prices = shop.services.map(({ priceKobo }) => priceKobo)
	const rating = averageRating(shop.ratingSum, shop.reviewCount)
	const [only = '', ...others] = shop.categoryIds
	return {
		'@context': 'https://schema.org',
		'@type': (others.length === 0 && kinds[only as CategoryId]) || 'HealthAndBeautyBusiness',
		name: shop.name,
		url: at.page,
		image: at.picture,
		...(shop.description && { description: shop.description }),
		...(shop.phone && { telephone: shop.phone }),
		address: {
			'@type': 'PostalAddress',
			streetAddress: shop.address.includes(shop.area) ? shop.address : `${shop.address}, ${shop.area}`,
			addressLocality: shop.city,
			addressCountry: 'NG',
		},
		...(isKnownPlace(shop) && {
			geo: { '@type': 'GeoCoordinates', latitude: shop.latitude, longitude: shop.longitude },
		}),
		...(shop.hours.length > 0 && { openingHoursSpecification: weeklyHours(shop.hours) }),
		...(shop.closedDays.length > 0 && {
			specialOpeningHoursSpecification: shop.closedDays.map(({ date }) => closedOn(date)),
		}),
		...(rating !== null && {
			aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: shop.reviewCount },
		}),
		...(prices.length > 0 && {
			priceRange: priceRange(Math.min(...prices), Math.max(...prices)),
			makesOffer: shop.services.slice(0, MOST_OFFERS).map(({ name, priceKobo }) => ({
				'@type': 'Offer',
				itemOffered: { '@type': 'Service', name },
				price: nairaDecimal(priceKobo),
				priceCurrency: 'NGN',
			})),
			potentialAction: { '@type': 'ReserveAction', target: at.booking },
		}),
	}
}

/** Days with equal hours share a row. */
function weeklyHours(hours: readonly DayHours[]): object[] {
	const byHours = new Map<string, DayHours[]>()
	for (const day of hours.toSorted((a, b) => a.dayOfWeek - b.dayOfWeek)) {
		const key = `${day.opensMinute}-${day.closesMinute}`
		byHours.set(key, [...(byHours.get(key) ?? []), day])
	}
	return [...byHours.values()].map((alike) => ({
		'@type': 'OpeningHoursSpecification',
		dayOfWeek: alike.map(({ dayOfWeek }) => days[dayOfWeek - 1]),
		opens: clock(alike[0]?.opensMinute ?? 0),
		closes: clock(alike[0]?.closesMinute ?? 0),
	}))
}

/** In schema.org a closed day opens and closes at midnight. */
function closedOn(date: CivilDate): object {
	return {
		'@type': 'OpeningHoursSpecification',
		validFrom: date,
		validThrough: date,
		opens: '00:00',
		closes: '00:00',
	}
}

/** '09:30'. Midnight as a day's end is its last minute: '00:00' would be its start. */
function clock(minute: number): string {
	return timeText(Math.min(minute, MINUTES_PER_DAY - 1))
}
