import { distanceKm } from '#app/domain/discovery/distance.ts'

/** What tells shops apart. */
export type KnownShop = {
	shopId: string
	externalId: string | null
	name: string
	phone: string | null
	address: string
	latitude: number
	longitude: number
}

/** Two of one name this near are most likely one. */
const SAME_PLACE_KM = 0.2

/** Whether two shops are most likely one: one name, and one phone, address or place (O5). */
export function isAlike(one: KnownShop, other: KnownShop): boolean {
	return (
		one.shopId !== other.shopId &&
		nameKey(one.name) === nameKey(other.name) &&
		((one.phone !== null && one.phone === other.phone) ||
			nameKey(one.address) === nameKey(other.address) ||
			distanceKm(one, other) < SAME_PLACE_KM)
	)
}

/** What a form that wants to begin has in common with a shop that is there; empty for nothing. */
export function likenessOf(
	form: { name: string; phone: string; address: string },
	shop: { name: string; phone: string | null; address: string },
): ('name' | 'phone' | 'address')[] {
	return [
		...(nameKey(form.name) === nameKey(shop.name) ? (['name'] as const) : []),
		...(form.phone === shop.phone ? (['phone'] as const) : []),
		...(nameKey(form.address) === nameKey(shop.address) ? (['address'] as const) : []),
	]
}

/** A name without the difference of letters' case, of spaces and of signs. */
export function nameKey(name: string): string {
	return name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
}
