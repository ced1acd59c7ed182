import { formatNaira, type Kobo } from '#app/kernel/money.ts'

/** '₦3,500 – ₦28,000'; one price when both are equal; null without any price (C20). */
export function priceRange(lowestKobo: Kobo | null, highestKobo: Kobo | null): string | null {
	if (lowestKobo === null || highestKobo === null) return null
	if (lowestKobo === highestKobo) return formatNaira(lowestKobo)
	return `${formatNaira(lowestKobo)} – ${formatNaira(highestKobo)}`
}

/** '1 service available', '6 services available' (C21). */
export function servicesAvailable(count: number): string {
	return `${count} ${count === 1 ? 'service' : 'services'} available`
}
