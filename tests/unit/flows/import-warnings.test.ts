import { describe, expect, test } from 'vitest'
import { weekOfShop } from '#app/domain/availability/rota.ts'
import { isAlike } from '#app/flows/shop/alike-shops.ts'
import { silentTraps } from '#app/flows/shop/import-warnings.ts'

type Trapped = Parameters<typeof silentTraps>[1]

const day = (dayOfWeek: number, startMinute: number, endMinute: number) => ({
	dayOfWeek,
	startMinute,
	endMinute,
	breakStartMinute: null,
	breakEndMinute: null,
})
const values = {
	depositKind: 'none',
	depositValue: 0,
	city: 'Lagos',
	latitude: 6.5,
	longitude: 3.4,
	timeZone: 'Africa/Lagos',
	email: 'desk@ada.example',
}
const ada = { id: 'p', firstName: 'Ada', isActive: true, serviceIds: ['cut'], week: [day(1, 540, 1080)] }
const cut = { id: 'cut', name: 'Haircut', priceKobo: 500_000, isEnabled: true }

function wordsOf(
	change: { values?: object; week?: object[]; services?: object[]; staff?: object[] },
	isNew = false,
) {
	const shop = { externalId: 'A', week: [day(1, 540, 1080)], services: [cut], staff: [ada], ...change }
	const whole = { ...shop, values: { ...values, ...change.values } } as unknown as Trapped
	return silentTraps({ place: 'row 2' } as Parameters<typeof silentTraps>[0], whole, isNew).map(
		({ words }) => words,
	)
}

test('O5: a shop without a trap has no notice', () => {
	expect(wordsOf({})).toEqual([])
	expect(wordsOf({ values: { email: null } })).toEqual([])
})

test.each([
	['open when no one works: Monday', { week: [day(1, 540, 1200)] }],
	['closed during some of Ada’s hours', { week: [day(1, 600, 1080)] }],
	['offers Braids, but no one', { services: [cut, { ...cut, id: 'braids', name: 'Braids' }] }],
	['higher than its most expensive service', { values: { depositKind: 'amount', depositValue: 500_001 } }],
	['outside Nigeria', { values: { city: 'Gidan Kowa', latitude: 3.4, longitude: 6.5 } }],
])('O5: what is accepted and most likely not meant has a notice: %s', (words, change) => {
	expect(wordsOf(change)).toEqual([expect.stringContaining(words)])
})

describe('O5: a shop stands in its city', () => {
	const notice = (city: string, latitude: number, longitude: number, timeZone = 'Africa/Lagos') =>
		wordsOf({ values: { city, latitude, longitude, timeZone } })
	test.each([
		['Lagos', 6.5, 3.4],
		['Abuja FCT', 9.08, 7.49],
		['Kano', 12.0, 8.52],
		['Port Harcourt', 4.82, 7.01],
		['Benin City', 6.34, 5.62],
		['Warri', 5.55, 5.79],
	])('or its latitude and longitude are most likely swapped: %s', (city, latitude, longitude) => {
		expect(notice(city, latitude, longitude)).toEqual([])
		expect(notice(city, longitude, latitude)).toEqual([
			expect.stringMatching(
				new RegExp(`^A is \\d+ km from ${city}: are its latitude and longitude swapped\\?$`),
			),
		])
	})
	test('or far from it, in another city or nowhere', () => {
		expect(notice('Abuja', 6.5, 3.4)).toEqual(['A is 528 km from Abuja: is its location right?'])
		expect(notice('Lagos', 0, 0)).toEqual([expect.stringContaining('is its location right?')])
	})
	test('and not far out of it; a city of that name elsewhere is another', () => {
		expect(notice('Lagos', 6.59, 3.98)).toEqual([])
		expect(notice('Lagos', 37.1, -8.67, 'Europe/Lisbon')).toEqual([])
	})
})

test('O5: a person who follows the shop is never outside of its hours', () => {
	expect(wordsOf({ week: [day(1, 600, 1080)], staff: [{ ...ada, week: [...weekOfShop] }] })).toEqual([])
})

describe('O5: two shops are most likely one', () => {
	const one = {
		shopId: '1',
		externalId: 'A',
		name: 'Ada’s Beauty',
		phone: '+2348031234567',
		address: '1 Road',
		latitude: 6.5,
		longitude: 3.4,
	}
	const far = { ...one, shopId: '2', phone: null, address: '9 Street', latitude: 7.5 }
	test.each([
		['of one name and phone', { ...far, phone: one.phone }],
		['of one name and address', { ...far, name: 'ADA’S  BEAUTY', address: '1, Road' }],
		['of one name next door', { ...far, latitude: 6.501 }],
	])('%s', (_, other) => {
		expect(isAlike(one, other)).toBe(true)
	})
	test('and else are not: branches far apart, other names, or the shop itself', () => {
		expect(isAlike(one, far)).toBe(false)
		expect(isAlike(one, { ...one, shopId: '2', name: 'Bola’s Beauty' })).toBe(false)
		expect(isAlike(one, one)).toBe(false)
	})
})

test('O5: a new shop without an e-mail is named', () => {
	expect(wordsOf({ values: { email: null } }, true)).toEqual([
		expect.stringContaining('has no email address'),
	])
})
