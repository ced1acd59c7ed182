import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'

/** '14 Herbert Macaulay Way, Yaba, Lagos': area and city only where the address lacks them. */
export function fullAddress(shop: { address: string; area: string; city: string }): string {
	const { address, area, city } = shop
	return [area, city].reduce((whole, part) => (whole.includes(part) ? whole : `${whole}, ${part}`), address)
}

/** In the order of the chips. */
export function categoryNames(ids: readonly string[]): string[] {
	return discoverCategories.filter((category) => ids.includes(category.id)).map((category) => category.name)
}

/** '₦3,500 – ₦28,000'; one price when both are equal; null without any (C20). */
export function priceRange(lowestKobo: Kobo | null, highestKobo: Kobo | null): string | null {
	if (lowestKobo === null || highestKobo === null) return null
	if (lowestKobo === highestKobo) return formatNaira(lowestKobo)
	return `${formatNaira(lowestKobo)} – ${formatNaira(highestKobo)}`
}

/** C21. */
export function servicesAvailable(count: number): string {
	return `${count} ${count === 1 ? 'service' : 'services'} available`
}

/** The average, 1 to 5, to one decimal, rounded half up. Null without a review: the shop reads 'New' (D12). */
export function averageRating(ratingSum: number, reviewCount: number): number | null {
	if (reviewCount <= 0) return null
	// Whole numbers until the last step: 4.35 in binary is a little less, and would round down.
	return Math.floor((ratingSum * 20 + reviewCount) / (2 * reviewCount)) / 10
}

const count = (value: number, one: string) => `${value} ${one}${value === 1 ? '' : 's'}`

/** '45 minutes', '24 hours', '3 days': in the largest whole unit; hours up to two days. */
function spanLabel(minutes: number): string {
	if (minutes % MINUTES_PER_DAY === 0 && minutes > 2 * MINUTES_PER_DAY)
		return count(minutes / MINUTES_PER_DAY, 'day')
	return minutes % 60 === 0 && minutes > 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
}

/** 'None needed', or '2 hours'. */
export const noticeLabel = (minutes: number) => (minutes === 0 ? 'None needed' : spanLabel(minutes))

/** 'Its start', or '24 hours before'. */
export const cutoffLabel = (minutes: number) => (minutes === 0 ? 'Its start' : `${spanLabel(minutes)} before`)

/** '1 day', '60 days'. */
export const horizonLabel = (days: number) => count(days, 'day')
