import { type Coordinates, distanceKm } from '#app/domain/discovery/distance.ts'

export type KnownShop = {
	shopId: string
	externalId: string | null
	name: string
	phone: string | null
	address: string
	latitude: number
	longitude: number
}

/** Two shops of one name within this distance are most likely one. */
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

/** What a form has in common with an existing shop; empty for nothing. */
export function findLikeness(
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
 * Letters and digits that look like a Latin letter: Cyrillic, Greek, or with a stroke or hook, which normalization
 * keeps. 'l', 'I' and '1' count as one.
 */
const LOOK_ALIKES = new Map(
	Object.entries({
		a: 'аαɑ',
		ae: 'æ',
		b: 'вβɓ',
		c: 'с',
		d: 'ԁđɗð',
		e: 'еε',
		g: 'ɡ',
		h: 'һнħ',
		i: 'іιıłl1ӏ',
		j: 'ј',
		k: 'кκƙ',
		m: 'мμ',
		n: 'пηŋ',
		o: 'оοø0',
		oe: 'œ',
		p: 'рρ',
		q: 'ԛ',
		r: 'г',
		s: 'ѕ',
		ss: 'ß',
		t: 'тτ',
		u: 'υ',
		v: 'ѵν',
		w: 'ԝ',
		x: 'хχ',
		y: 'уүγƴ',
	}).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
)

/** A name without case, marks, look-alikes, spaces and signs. */
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

/** Latitude and longitude by the city's name. */
const cities: Readonly<Record<string, readonly [number, number]>> = {
	aba: [5.11, 7.37],
	abakaliki: [6.32, 8.11],
	abeokuta: [7.15, 3.36],
	abuja: [9.06, 7.44],
	'ado ekiti': [7.61, 5.24],
	akure: [7.26, 5.21],
	asaba: [6.2, 6.73],
	awka: [6.21, 7.07],
	bauchi: [10.32, 9.84],
	benin: [6.34, 5.6],
	'birnin kebbi': [12.45, 4.2],
	calabar: [4.98, 8.34],
	damaturu: [11.75, 11.96],
	dutse: [11.76, 9.34],
	enugu: [6.46, 7.55],
	gombe: [10.29, 11.17],
	gusau: [12.17, 6.66],
	ibadan: [7.38, 3.95],
	ikeja: [6.6, 3.35],
	ikorodu: [6.62, 3.51],
	'ile ife': [7.49, 4.55],
	ilorin: [8.5, 4.54],
	jalingo: [8.89, 11.36],
	jos: [9.9, 8.86],
	kaduna: [10.51, 7.42],
	kano: [12.0, 8.55],
	katsina: [12.99, 7.6],
	lafia: [8.49, 8.52],
	lagos: [6.52, 3.38],
	lekki: [6.45, 3.47],
	lokoja: [7.8, 6.73],
	maiduguri: [11.83, 13.15],
	makurdi: [7.73, 8.54],
	minna: [9.61, 6.56],
	onitsha: [6.14, 6.8],
	osogbo: [7.78, 4.54],
	owerri: [5.48, 7.03],
	'port harcourt': [4.82, 7.05],
	sokoto: [13.01, 5.25],
	umuahia: [5.53, 7.5],
	uyo: [5.04, 7.91],
	warri: [5.52, 5.75],
	yenagoa: [4.93, 6.27],
	yola: [9.2, 12.5],
	zaria: [11.09, 7.72],
}

/** The middle of a typed city, also 'Benin City' and 'Abuja FCT'; null for an unlisted one. */
export function middleOfCity(typed: string): Coordinates | null {
	const key = nameKey(typed)
	const found = Object.entries(cities).find(([name]) => `${key} `.startsWith(`${nameKey(name)} `))
	return found ? { latitude: found[1][0], longitude: found[1][1] } : null
}
