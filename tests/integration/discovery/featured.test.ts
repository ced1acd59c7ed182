import { beforeAll, describe, expect, test } from 'vitest'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantCategories, plantShops } from './planted-shops.ts'
import { discover } from './shown-businesses.ts'

const database = withTestDatabase()
const range = { featuredFrom: '2026-11-21', featuredUntil: '2026-11-22' }

beforeAll(async () => {
	await plantCategories(database().client)
	await plantShops(database().client, [
		{ id: 'aaa', name: 'Aaa' },
		{ id: 'lagos', name: 'Zzz Lagos', ...range },
		{ id: 'new-york', name: 'Zzz New York', timeZone: 'America/New_York', ...range },
		{ id: 'auckland', name: 'Zzz Auckland', timeZone: 'Pacific/Auckland', ...range },
		{ id: 'over', name: 'Zzz Over', featuredFrom: '2026-01-01', featuredUntil: '2026-11-19' },
		{ id: 'to-come', name: 'Zzz To come', featuredFrom: '2026-11-24', featuredUntil: '2026-12-24' },
	])
})

async function list(now: number) {
	const { cards } = await discover(database().url, '', now)
	const featured = cards.filter((card) => card.isFeatured).map((card) => card.id)
	// Shops with the badge stand in front.
	expect(cards.slice(0, featured.length).map((card) => card.id)).toEqual(featured)
	expect(cards.map((card) => card.id).sort()).toEqual([
		'aaa',
		'auckland',
		'lagos',
		'new-york',
		'over',
		'to-come',
	])
	return featured
}

describe('A shop is featured by the calendar of its own zone', () => {
	test('in Lagos from midnight in Lagos, which is 23:00 UTC', async () => {
		expect(await list(Date.UTC(2026, 10, 20, 22, 59, 59, 999))).toEqual(['auckland'])
		expect(await list(Date.UTC(2026, 10, 20, 23, 0))).toEqual(['auckland', 'lagos'])
		expect(await list(Date.UTC(2026, 10, 22, 22, 59, 59, 999))).toContain('lagos')
		expect(await list(Date.UTC(2026, 10, 22, 23, 0))).toEqual(['new-york'])
	})

	test('in New York five hours after UTC, in Auckland thirteen before', async () => {
		expect(await list(Date.UTC(2026, 10, 21, 4, 59))).toEqual(['auckland', 'lagos'])
		expect(await list(Date.UTC(2026, 10, 21, 5, 0))).toEqual(['auckland', 'lagos', 'new-york'])
		expect(await list(Date.UTC(2026, 10, 22, 11, 0))).toEqual(['lagos', 'new-york'])
	})
})

test('Hundreds of ranges that ended yesterday do not hide one that is on', async () => {
	const ended = Array.from({ length: 300 }, (_, index) => ({
		id: `ended-${index}`,
		name: `Ended ${index}`,
		featuredFrom: '2026-11-01',
		featuredUntil: '2026-11-20',
	}))
	await plantShops(database().client, ended)
	const { cards } = await discover(database().url, '', Date.UTC(2026, 10, 21, 9, 0))
	expect(cards.filter((card) => card.isFeatured).map((card) => card.id)).toEqual([
		'auckland',
		'lagos',
		'new-york',
	])
})
