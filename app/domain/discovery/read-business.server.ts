import { type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { directionsLink } from './directions-link.ts'
import type { DiscoveryRepository } from './discovery-repository.server.ts'
import { fullAddress } from './full-address.ts'
import { openStatus, weekTable } from './opening-hours.ts'
import { averageRating } from './rating.ts'

/** What the page of a business draws. */
export type Business = {
	id: string
	name: string
	description: string
	picture: string | null
	/** '+2348031234567', or null where there is nobody to call. */
	phone: string | null
	address: string
	rating: number | null
	reviewCount: number
	categories: string[]
	open: { isOpen: boolean; label: string } | null
	week: { day: string; hours: string; isToday: boolean }[]
	directions: string
	services: { id: string; name: string; description: string; durationMinutes: number; priceKobo: Kobo }[]
	addOns: { id: string; name: string; durationMinutes: number; priceKobo: Kobo }[]
	reviews: { id: string; firstName: string; rating: number; comment: string; date: CivilDate }[]
}

type Deps = { discovery: Pick<DiscoveryRepository, 'businessOf'>; now: Instant }

/** A listed business by its id, in one trip; null when there is none (spec 1 §2). */
export async function readBusiness({ discovery, now }: Deps, shopId: string): Promise<Business | null> {
	// No id of ours looks otherwise: what cannot be one is not asked for.
	if (!/^[\w-]{1,64}$/.test(shopId)) return null
	const shop = await discovery.businessOf(shopId)
	if (!shop) return null

	const clock = civilAt(shop.timeZone, now)
	const dayOfWeek = dayOfWeekOf(clock.date)
	return {
		id: shop.id,
		name: shop.name,
		description: shop.description,
		picture: shop.picture,
		phone: shop.phone,
		address: fullAddress(shop),
		rating: averageRating(shop.ratingSum, shop.reviewCount),
		reviewCount: shop.reviewCount,
		categories: shop.categories,
		open: openStatus(shop.hours, { dayOfWeek, minute: clock.minute }),
		week: weekTable(shop.hours, dayOfWeek),
		directions: directionsLink(shop),
		services: shop.services,
		addOns: shop.addOns,
		reviews: shop.reviews.map(({ createdAt, ...review }) => ({
			...review,
			date: civilAt(shop.timeZone, createdAt).date,
		})),
	}
}
