import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import { pseudoRandom } from './pseudo-random.ts'
import type { SeedRows } from './seed-rows.server.ts'

/** Each shop of a large database has one person, who works each day and offers three services. */
export const OPENS_MINUTE = 8 * 60
export const CLOSES_MINUTE = 20 * 60
export const largeServices = [
	{ key: 'short', name: 'Quick visit', durationMinutes: 30, priceKobo: 4_500 * KOBO_PER_NAIRA },
	{ key: 'usual', name: 'The usual', durationMinutes: 60, priceKobo: 9_000 * KOBO_PER_NAIRA },
	{ key: 'long', name: 'The whole works', durationMinutes: 120, priceKobo: 22_500 * KOBO_PER_NAIRA },
] as const

/** However many shops there are, so that Discover's page has one size. */
const FEATURED_SHOPS = 5
/** Today and the days for which openings are kept. */
const OPENING_DAYS = 7

const owners =
	'Adé Amaka Bisi Chidi Dayọ̀ Ebun Femi Gozie Hauwa Ifẹ́ Jide Kemi Ladi Musa Ngọzị Ọlá Ronke Ṣadé Tunde Uche'.split(
		' ',
	)
const kinds: Record<(typeof discoverCategories)[number]['id'], string> = {
	'hair-beauty': 'Hair Studio,Braids,Barbers,Beauty Lounge,Salon,Locs Bar',
	'spa-massage': 'Spa,Massage Room,Wellness House,Hammam',
	nails: 'Nail Bar,Nails & Lashes,Nail Studio',
	skincare: 'Skin Clinic,Glow Bar,Skin Room',
	fitness: 'Fitness Yard,Strength Club,Yoga Room',
}
const areas = [
	['Yaba', 'Lagos', 6.5095, 3.3711],
	['Lekki', 'Lagos', 6.4478, 3.4723],
	['Ikeja', 'Lagos', 6.6018, 3.3515],
	['Surulere', 'Lagos', 6.4926, 3.3566],
	['Victoria Island', 'Lagos', 6.4281, 3.4219],
	['Wuse 2', 'Abuja', 9.0796, 7.4702],
	['Gwarinpa', 'Abuja', 9.1099, 7.4042],
	['GRA Phase 2', 'Port Harcourt', 4.8207, 6.9965],
	['Trans-Amadi', 'Port Harcourt', 4.8147, 7.0356],
	['Bodija', 'Ibadan', 7.4205, 3.9062],
	['Ring Road', 'Ibadan', 7.3569, 3.8766],
] as const

export function largeShopId(index: number): string {
	return `large-${String(index).padStart(6, '0')}`
}

/** The `index`-th shop's rows. Unlisted until complete, so that it enters the search index once. */
export function addLargeShopRows(
	rows: SeedRows,
	index: number,
	today: CivilDate,
	todayStartsAt: Instant,
): void {
	const shopId = largeShopId(index)
	const random = pseudoRandom(shopId)
	const category = random.pick(discoverCategories)
	const [area, city, latitude, longitude] = random.pick(areas)
	const name = `${random.pick(owners)} ${random.pick(kinds[category.id].split(','))} ${index + 1}`
	const isFeatured = index < FEATURED_SHOPS
	rows.shops.push({
		id: shopId,
		name,
		type: 'salon',
		description: `${category.name} in ${area}.`,
		phone: null,
		address: `${1 + random.below(180)} Market Road, ${area}`,
		area,
		city,
		latitude: latitude + (random.next() - 0.5) / 20,
		longitude: longitude + (random.next() - 0.5) / 20,
		featuredFrom: isFeatured ? addDays(today, -1) : null,
		featuredUntil: isFeatured ? addDays(today, 30) : null,
		isListed: false,
		createdAt: todayStartsAt - 400 * DAY_MS,
	})
	rows.shopCategories.push({ shopId, categoryId: category.id })
	const staffMemberId = `${shopId}-staff`
	rows.staffMembers.push({ id: staffMemberId, shopId, firstName: 'Tolú', lastName: `Adé ${index + 1}` })
	for (const { key, ...service } of largeServices) {
		const serviceId = `${shopId}-${key}`
		rows.services.push({ id: serviceId, shopId, categoryId: category.id, ...service })
		rows.staffServices.push({ staffMemberId, serviceId })
	}
	for (let dayOfWeek = 1; dayOfWeek <= 7; dayOfWeek++) {
		rows.shopHours.push({ shopId, dayOfWeek, opensMinute: OPENS_MINUTE, closesMinute: CLOSES_MINUTE })
		rows.staffSchedules.push({
			staffMemberId,
			dayOfWeek,
			startMinute: OPENS_MINUTE,
			endMinute: CLOSES_MINUTE,
		})
	}
	// As a look finds them: all half hours of today, and the first of each later day.
	for (let day = 0; day < OPENING_DAYS; day++) {
		const lastMinute = day === 0 ? CLOSES_MINUTE - largeServices[0].durationMinutes : OPENS_MINUTE
		for (let startMinute = OPENS_MINUTE; startMinute <= lastMinute; startMinute += 30) {
			const startsAt = todayStartsAt + day * DAY_MS + startMinute * MINUTE_MS
			rows.shopFreeStarts.push({
				shopId,
				staffMemberId,
				serviceId: `${shopId}-${largeServices[0].key}`,
				date: addDays(today, day),
				startMinute,
				startsAt,
				blockedUntilAt: startsAt + largeServices[0].durationMinutes * MINUTE_MS,
				noticeStepMinutes: 30,
				isLastOfDay: startMinute === lastMinute,
			})
		}
	}
}
