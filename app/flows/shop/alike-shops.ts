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

/**
 * Letters and digits that look like a Latin letter: of Cyrillic and Greek, and with a stroke or hook, which no
 * normalization parts from their letter. 'l', 'I' and '1' are one.
 */
const LOOK_ALIKES = new Map(
	Object.entries({
		...{
			а: 'a',
			в: 'b',
			с: 'c',
			ԁ: 'd',
			е: 'e',
			һ: 'h',
			н: 'h',
			і: 'i',
			ј: 'j',
			к: 'k',
			м: 'm',
			п: 'n',
			о: 'o',
		},
		...{ р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', υ: 'u', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y', ү: 'y' },
		...{
			α: 'a',
			β: 'b',
			ε: 'e',
			η: 'n',
			ι: 'i',
			κ: 'k',
			μ: 'm',
			ν: 'v',
			ο: 'o',
			ρ: 'p',
			τ: 't',
			χ: 'x',
			γ: 'y',
		},
		...{
			ı: 'i',
			ø: 'o',
			ɑ: 'a',
			ɡ: 'g',
			ł: 'i',
			đ: 'd',
			ɓ: 'b',
			ɗ: 'd',
			ƙ: 'k',
			ƴ: 'y',
			ŋ: 'n',
			ð: 'd',
			ħ: 'h',
		},
		...{ æ: 'ae', œ: 'oe', ß: 'ss', l: 'i', 1: 'i', ӏ: 'i', 0: 'o' },
	}),
)

/** A name without the difference of letters' case, marks and look-alikes, of spaces and of signs. */
export function nameKey(name: string): string {
	return [
		...name
			.normalize('NFKD')
			.toLowerCase()
			.normalize('NFKD')
			.replace(/\p{M}+/gu, ''),
	]
		.map((letter) => LOOK_ALIKES.get(letter) ?? letter)
		.join('')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
}
