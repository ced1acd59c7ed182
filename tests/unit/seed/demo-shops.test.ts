import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { discoverCategories, shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import { demoExtras } from '#db/seed/demo-extras.ts'
import { demoPeople } from '#db/seed/people.ts'
import { readDemoShops } from '#scripts/local/seed-demo.ts'

const demoShops = readDemoShops()
const shopRows = demoShops.flatMap(({ shop }) => shop ?? [])
const pictureFile = (path: string) => fileURLToPath(new URL(`../../../public${path}`, import.meta.url))
const duplicates = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i)

test('at least fourteen shops stand in four cities, several in each category, of every type', () => {
	expect(shopRows.length).toBeGreaterThanOrEqual(14)
	expect(new Set(shopRows.map(({ values }) => values.city))).toEqual(
		new Set(['Lagos', 'Abuja', 'Port Harcourt', 'Ibadan']),
	)
	for (const category of discoverCategories) {
		const inCategory = shopRows.filter(({ categoryIds }) => categoryIds?.includes(category.id))
		expect(inCategory.length, category.name).toBeGreaterThanOrEqual(3)
	}
	expect(new Set(shopRows.map(({ values }) => values.type))).toEqual(new Set(shopTypes))
})

test('prices are between ₦2,500 and ₦60,000, and no call reaches a stranger', () => {
	for (const { shop, services } of demoShops) {
		for (const { values } of services) {
			expect(values.priceKobo, values.name).toBeGreaterThanOrEqual(250_000)
			expect(values.priceKobo, values.name).toBeLessThanOrEqual(6_000_000)
		}
		if (shop?.values.phone) expect(shop.values.phone).toMatch(/^\+2347000000\d{3}$/)
		if (shop?.bankAccount) expect(shop.bankAccount.accountNumber).toMatch(/^000000\d{4}$/)
	}
})

test('hair shops sell the three named add-ons at their prices', () => {
	const hairShops = demoShops.filter(({ shop }) => shop?.categoryIds?.[0] === 'hair-beauty')
	expect(hairShops.length).toBeGreaterThan(0)
	for (const { externalId, addOns } of hairShops) {
		expect(
			addOns.slice(0, 3).map(({ values }) => values),
			externalId,
		).toEqual([
			{ name: 'Hair Wash', priceKobo: 1_500, durationMinutes: 15 },
			{ name: 'Blow Dry', priceKobo: 2_500, durationMinutes: 20 },
			{ name: 'Deep Conditioning', priceKobo: 3_500, durationMinutes: 30 },
		])
	}
})

test('phones and names are not given twice, and every extra belongs to a shop', () => {
	expect(duplicates(shopRows.flatMap(({ values }) => values.phone ?? []))).toEqual([])
	expect(duplicates(demoPeople.map((person) => `${person.firstName} ${person.lastName}`))).toEqual([])
	expect(Object.keys(demoExtras).sort()).toEqual(demoShops.map(({ externalId }) => externalId).sort())
	for (const [slug, { daysOff = {} }] of Object.entries(demoExtras)) {
		const people = demoShops.find(({ externalId }) => externalId === slug)?.staff ?? []
		expect(people.map(({ externalId }) => `${slug}-${externalId}`)).toEqual(
			expect.arrayContaining(Object.keys(daysOff)),
		)
	}
})

test('names carry their marks in the composed form, so that equal names are equal', () => {
	const words = JSON.stringify([demoExtras, demoPeople])
	expect(words).toBe(words.normalize('NFC'))
})

test('pictures are small, and draw themselves without script or network', () => {
	const pictures = Object.values(demoExtras).flatMap(({ picture }) => picture ?? [])
	expect(pictures.length).toBeGreaterThan(1)
	for (const picture of pictures) {
		expect(statSync(pictureFile(picture)).size, picture).toBeLessThanOrEqual(6 * 1024)
		const svg = readFileSync(pictureFile(picture), 'utf8').replace('http://www.w3.org/2000/svg', '')
		expect(svg).not.toMatch(/<script|https?:|href=|@import/)
	}
})
