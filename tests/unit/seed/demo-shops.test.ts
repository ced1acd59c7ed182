import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { categories, shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import type { DemoShop } from '#db/seed/demo-shop.ts'
import { demoPeople } from '#db/seed/people.ts'
import { demoShops } from '#db/seed/shops.ts'

const pictureFile = (path: string) => fileURLToPath(new URL(`../../../public${path}`, import.meta.url))
const duplicates = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i)

test('at least fourteen shops stand in four cities, several in each category, of every type', () => {
	expect(demoShops.length).toBeGreaterThanOrEqual(14)
	expect(new Set(demoShops.map((shop) => shop.city))).toEqual(
		new Set(['Lagos', 'Abuja', 'Port Harcourt', 'Ibadan']),
	)
	for (const category of categories) {
		const inCategory = demoShops.filter((shop) => shop.categories.includes(category.id))
		expect(inCategory.length, category.name).toBeGreaterThanOrEqual(3)
	}
	expect(new Set(demoShops.map((shop) => shop.type))).toEqual(new Set(shopTypes))
})

test('each shop lies in its city', () => {
	const middles: Record<string, [number, number]> = {
		Lagos: [6.5, 3.45],
		Abuja: [9.07, 7.45],
		'Port Harcourt': [4.82, 7.01],
		Ibadan: [7.39, 3.9],
	}
	for (const shop of demoShops) {
		const [latitude, longitude] = middles[shop.city] ?? [0, 0]
		expect(Math.abs(shop.latitude - latitude), shop.id).toBeLessThan(0.2)
		expect(Math.abs(shop.longitude - longitude), shop.id).toBeLessThan(0.2)
	}
})

test('prices are between ₦2,500 and ₦60,000, and no call reaches a stranger', () => {
	for (const shop of demoShops) {
		for (const service of shop.services) {
			expect(service.naira, service.name).toBeGreaterThanOrEqual(2_500)
			expect(service.naira, service.name).toBeLessThanOrEqual(60_000)
		}
		if (shop.phone !== null) expect(shop.phone).toMatch(/^\+2347000000\d{3}$/)
		if (shop.bank) expect(shop.bank.accountNumber).toMatch(/^000000\d{4}$/)
	}
})

test('hair shops sell the three named add-ons at their prices', () => {
	const named = (shop: DemoShop) =>
		shop.addOns?.slice(0, 3).map(({ name, naira, minutes }) => [name, naira, minutes])
	const hairShops = demoShops.filter((shop) => shop.categories[0] === 'hair-beauty')
	expect(hairShops.length).toBeGreaterThan(0)
	for (const shop of hairShops) {
		expect(named(shop), shop.id).toEqual([
			['Hair Wash', 15, 15],
			['Blow Dry', 25, 20],
			['Deep Conditioning', 35, 30],
		])
	}
})

test('keys and names are not given twice', () => {
	expect(duplicates(demoShops.map((shop) => shop.id))).toEqual([])
	expect(duplicates(demoShops.map((shop) => shop.phone ?? shop.id))).toEqual([])
	for (const shop of demoShops) {
		const parts = [...shop.services, ...(shop.addOns ?? []), ...shop.staff].map((part) => part.key)
		expect(duplicates(parts), shop.id).toEqual([])
	}
	expect(duplicates(demoPeople.map((person) => `${person.firstName} ${person.lastName}`))).toEqual([])
})

test('every staff member offers services that exist', () => {
	for (const shop of demoShops) {
		const keys = shop.services.map((service) => service.key)
		for (const member of shop.staff)
			expect(keys, `${shop.id} ${member.key}`).toEqual(expect.arrayContaining([...(member.offers ?? [])]))
	}
})

test('names carry their marks in the composed form, so that equal names are equal', () => {
	const words = JSON.stringify([demoShops, demoPeople])
	expect(words).toBe(words.normalize('NFC'))
})

test('pictures are small, and draw themselves without script or network', () => {
	const pictures = demoShops.flatMap((shop) => shop.picture ?? [])
	expect(pictures.length).toBeGreaterThan(1)
	for (const picture of pictures) {
		expect(statSync(pictureFile(picture)).size, picture).toBeLessThanOrEqual(6 * 1024)
		const svg = readFileSync(pictureFile(picture), 'utf8').replace('http://www.w3.org/2000/svg', '')
		expect(svg).not.toMatch(/<script|https?:|href=|@import/)
	}
})
