import { directionsLink } from '#app/domain/discovery/distance.ts'
import { openStatus, weekTable } from '#app/domain/discovery/opening-hours.server.ts'
import { type ShopDetails, shopLines } from '#app/domain/discovery/shop-details.ts'
import { averageRating, fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { ShopFacts } from '#app/domain/discovery/structured-business.server.ts'
import { dateOfInstant, dayOfWeekOf, timeBefore } from '#app/kernel/civil.ts'
import { monthYearLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { whatsAppChat } from '#app/kernel/links.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type Business = ReturnType<typeof shopLines<ShopDetails>> & {
	id: string
	name: string
	description: string
	picture: string | null
	/** The owner's picture of the shop; null where photos are off. */
	photo: (PlacePhoto & { width: number; height: number }) | null
	/** '+2348031234567'; null without a phone. */
	phone: string | null
	/** Opens a chat with the shop; null without WhatsApp. */
	chat: string | null
	address: string
	rating: number | null
	reviewCount: number
	categories: string[]
	open: { isOpen: boolean; label: string } | null
	week: ReturnType<typeof weekTable>
	directions: string
	services: {
		id: string
		name: string
		description: string
		durationMinutes: number
		priceKobo: Kobo
		photo: PlacePhoto | null
	}[]
	addOns: { id: string; name: string; durationMinutes: number; priceKobo: Kobo }[]
	reviews: {
		id: string
		firstName: string
		rating: number
		comment: string
		month: string
		/** '2026-10', for programs. */
		monthOf: string
		reply: string | null
	}[]
	/** Null when all are shown. */
	olderReviewsBefore: Instant | null
	/** 'Free to cancel until 24 h before your visit starts.' */
	cancellation: string
}

/** The first of `count` photos of a place. */
export type PlacePhoto = {
	id: string
	alt: string
	/** Null where there is none. */
	thumbnail: { width: number; height: number } | null
	count: number
}

type Deps = Pick<Repositories, 'discovery'> & {
	now: Instant
	/** False where photos are off. */
	hasPhotos?: boolean
}

/** `facts` are for search engines, and not sent to the page's script. */
export type FoundBusiness = { business: Business; facts: ShopFacts }

/** A listed business by its id, in one trip; null without one (C23). */
export async function readBusiness(
	{ discovery: { shops, photos }, now, hasPhotos = true }: Deps,
	shopId: string,
	reviewsBefore: Instant | null = null,
): Promise<FoundBusiness | null> {
	// Text that cannot be an id costs no trip.
	if (!/^[\w-]{1,64}$/.test(shopId)) return null
	const [shop, shown] = await Promise.all([
		shops.businessOf(shopId, reviewsBefore, dateOfInstant(now)),
		hasPhotos ? photos.firstOfPlaces(shopId) : [],
	])
	if (!shop) return null

	const findPhoto = (placeId: string | null) => {
		const photo = shown.find(({ serviceId }) => serviceId === placeId)
		return photo ? placePhoto(photo) : null
	}
	const clock = civilAt(shop.timeZone, now)
	const dayOfWeek = dayOfWeekOf(clock.date)
	const business: Business = {
		id: shop.id,
		name: shop.name,
		description: shop.description,
		picture: shop.picture,
		photo: sharedPhoto(shown),
		phone: shop.phone,
		chat: shop.whatsapp && whatsAppChat(shop.whatsapp),
		address: fullAddress(shop),
		...shopLines(shop),
		rating: averageRating(shop.ratingSum, shop.reviewCount),
		reviewCount: shop.reviewCount,
		categories: shop.categories,
		open: openStatus(shop.hours, { ...clock, dayOfWeek }, shop.closedDays),
		week: weekTable(
			shop.hours,
			dayOfWeek,
			shop.closedDays.find(({ date }) => date === clock.date),
		),
		directions: directionsLink(shop),
		services: shop.services.map((service) => ({ ...service, photo: findPhoto(service.id) })),
		addOns: shop.addOns,
		olderReviewsBefore: shop.olderReviewsBefore,
		cancellation: `Free to cancel until ${timeBefore(shop.freeCancellationMinutes, 'your visit starts')}.`,
		reviews: shop.reviews.map(({ createdAt, ...review }) => {
			const { date } = civilAt(shop.timeZone, createdAt)
			return { ...review, month: monthYearLabel(date), monthOf: date.slice(0, 7) }
		}),
	}
	return { business, facts: shop }
}

type FirstPhoto = Awaited<ReturnType<Repositories['discovery']['photos']['firstOfPlaces']>>[number]

function placePhoto(photo: FirstPhoto): PlacePhoto {
	const { id, alt, thumbnailWidth: width, thumbnailHeight: height, count } = photo
	return { id, alt, thumbnail: width && height ? { width, height } : null, count }
}

/** The shop's own photo, with its size for shared links. */
function sharedPhoto(photos: readonly FirstPhoto[]): Business['photo'] {
	const photo = photos.find(({ serviceId }) => serviceId === null)
	return photo ? { ...placePhoto(photo), width: photo.width, height: photo.height } : null
}
