import { describe, expect, test } from 'vitest'
import { type ShopFacts, structuredBusiness } from '#app/domain/discovery/structured-business.server.ts'
import { jsonForScript } from '#app/remix-html.ts'
import { problemsOfStructuredData } from '#tests/support/structured-data.ts'

const shop: ShopFacts = {
	slug: 'ada-beauty',
	name: 'Ada Beauty',
	description: 'Nails and more.',
	phone: '+2348031234567',
	address: '14 Herbert Macaulay Way',
	area: 'Yaba',
	city: 'Lagos',
	latitude: 6.5,
	longitude: 3.37,
	categoryIds: ['nails'],
	hours: [
		{ dayOfWeek: 1, opensMinute: 540, closesMinute: 1200 },
		{ dayOfWeek: 6, opensMinute: 600, closesMinute: 1440 },
		{ dayOfWeek: 2, opensMinute: 540, closesMinute: 1200 },
	],
	closedDays: [{ date: '2026-12-25', reason: 'Christmas' }],
	ratingSum: 9,
	reviewCount: 2,
	services: [
		{ name: 'Gel', priceKobo: 1_000_000 },
		{ name: 'Trim', priceKobo: 350_050 },
	],
}
const at = {
	page: 'https://wakati.example/business/ada',
	picture: 'https://wakati.example/og/3.png',
	booking: 'https://wakati.example/booking/service-selection?shop=ada',
}
const of = (changes: Partial<ShopFacts> = {}) => structuredBusiness({ ...shop, ...changes }, at)

describe('What a search engine reads of a shop', () => {
	test('stands in the vocabulary of schema.org, whatever the shop lacks', () => {
		const bare: Partial<ShopFacts> = {
			description: '',
			phone: null,
			hours: [],
			closedDays: [],
			services: [],
			categoryIds: [],
			reviewCount: 0,
			ratingSum: 0,
		}
		for (const changes of [{}, bare, { categoryIds: ['fitness'] }, { categoryIds: ['hair-beauty', 'nails'] }])
			expect(problemsOfStructuredData(of(changes))).toEqual([])
		expect(of()).toMatchObject({ '@type': 'NailSalon', priceRange: '₦3,500.50 – ₦10,000' })
		expect(of({ categoryIds: ['hair-beauty', 'nails'] })).toHaveProperty('@type', 'HealthAndBeautyBusiness')
	})

	test('is refused by the check where a word, a place or a value is not of the vocabulary', () => {
		expect(problemsOfStructuredData({ ...of(), '@type': 'Barbershop' })).toEqual(['Barbershop is no type'])
		expect(problemsOfStructuredData({ ...of(), opens: '09:00' })).toEqual(['NailSalon has no opens'])
		expect(problemsOfStructuredData({ ...of(), url: 'wakati' })).toHaveLength(1)
		expect(problemsOfStructuredData({ ...of(), geo: { '@type': 'Offer' } })).toHaveLength(1)
	})

	test('groups the days with equal hours; midnight is the last minute of its day', () => {
		expect(of()).toMatchObject({
			openingHoursSpecification: [
				{
					dayOfWeek: ['Monday', 'Tuesday'],
					opens: '09:00',
					closes: '20:00',
				},
				{ dayOfWeek: ['Saturday'], opens: '10:00', closes: '23:59' },
			],
			specialOpeningHoursSpecification: [{ validFrom: '2026-12-25', opens: '00:00', closes: '00:00' }],
		})
	})

	test('D12: says nothing that is not so: no rating without reviews, no place without coordinates, no booking without services', () => {
		expect(of({ ratingSum: 0, reviewCount: 0 })).not.toHaveProperty('aggregateRating')
		expect(of({ latitude: 0, longitude: 0 })).not.toHaveProperty('geo')
		expect(of({ services: [] })).not.toHaveProperty('potentialAction')
		expect(of()).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } })
	})

	test('names a few services of many', () => {
		const many = Array.from({ length: 100 }, (_, index) => ({ name: `Style ${index}`, priceKobo: 100 }))
		const { makesOffer } = of({ services: many }) as { makesOffer: unknown[] }
		expect(makesOffer).toHaveLength(6)
	})

	test('lets no name end its script', () => {
		const name = '</script><script>alert(1)</script><!--'
		const printed = jsonForScript(of({ name }))
		expect(printed).not.toContain('<')
		expect(JSON.parse(printed).name).toBe(name)
	})
})
