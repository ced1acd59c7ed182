import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { createDiscoveryRepositories } from '#app/domain/discovery/repositories.server.ts'
import { listBusinesses } from '#app/flows/discovery/list-businesses.server.ts'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { type Database, openDatabase } from '#db/client.server.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { saturdayMorning as now } from './shown-businesses.ts'

const database = withTestDatabase({ demoAt: now })
let proxy: FaultProxy

beforeAll(async () => {
	proxy = await startFaultProxy(database().url)
})
afterAll(() => proxy.close())

/** Every way in which the pages of discovery ask the database. */
const pages: Record<string, (read: Database['read']) => Promise<unknown>> = {
	...Object.fromEntries(
		[
			'',
			'category=nails',
			'q=massage',
			'q=ma',
			'q=massage&category=nails',
			'q=nothing+of+the+kind',
			'near=yaba',
			'cursor=WyJkIiwiZCJd',
			'q=spa&cursor=WyJkIiwiZCJd&near=lekki',
			'lat=6.5&lng=3.37',
			'lat=6.5&lng=3.37&q=spa',
			'lat=6.5&lng=3.37&category=nails&open=1',
			...['rating', 'soonest'].flatMap((sort) => [
				`sort=${sort}`,
				`sort=${sort}&q=ma&cursor=WyI0IiwiZCJd`,
				`sort=${sort}&category=nails&price=5000&open=1&cursor=WyI0IiwiZCJd`,
			]),
			'free=today&open=1&price=15000',
			'free=today&sort=rating&category=nails',
			'near=yaba&free=today&sort=rating',
			'near=yaba&sort=soonest&category=nails&q=nail',
		].map((query) => [
			`/discover?${query}`,
			(read) =>
				listBusinesses(
					{ discovery: createDiscoveryRepositories(read), now },
					readDiscoverQuery(new URLSearchParams(query)),
				),
		]),
	),
	'/business/:shopId': (read) =>
		readBusiness({ discovery: createDiscoveryRepositories(read), now }, 'ade-hair-studio'),
}

/**
 * What may be read whole: a handful of values, the hits of a search (at most 1,001: `hits`, `found_hits`), the shops
 * that are free where they are few (`free_days`), what a page looks at of an order (`front`, `opening`, `soon`), the
 * squares around a place with their shops (`pool`, `circle`), the page itself, an FTS5 index.
 */
const bounded =
	/^SCAN (page|hits?|found_hits|found_shops|free_days|free_shops|pool|circle|front|opening|soon|candidates|here|bands|squares|all_squares|near_shops|json_each|CONSTANT ROW|\(subquery-\d+\)|\w+ VIRTUAL TABLE INDEX \d+:\S+)/

/** All shops of a category, one after the other, are a table that is read from end to end too. */
function grows(detail: string): boolean {
	if (detail.includes('shop_directory') && detail.endsWith('(category_id=?)')) return true
	return detail.startsWith('SCAN') && !bounded.test(detail)
}

describe.each(Object.entries(pages))('%s', (_, open) => {
	test('takes one trip to the database', async () => {
		const { trips } = await proxy.during(() => open(openDatabase({ url: proxy.url }).read))
		expect(trips, JSON.stringify(trips)).toHaveLength(1)
		expect(trips[0]?.isWrite).toBe(false)
	})

	test('reads no table from end to end', async () => {
		const asked: Statement[] = []
		const real = openDatabase({ url: database().url }).read
		await open((statement) => {
			asked.push(statement)
			return real(statement)
		})
		expect(asked.length).toBeGreaterThan(0)
		for (const { sql, args } of asked) {
			const plan = await database().rows(`EXPLAIN QUERY PLAN ${sql}`, ...args)
			expect(plan.map((row) => String(row.detail)).filter(grows)).toEqual([])
		}
	})
})

test('The check of query plans sees a table that is read from end to end, and a chip that is', async () => {
	const planOf = async (sql: string) => {
		const plan = await database().rows(`EXPLAIN QUERY PLAN ${sql}`)
		return plan.map((row) => String(row.detail))
	}
	expect((await planOf("SELECT * FROM shops WHERE name LIKE '%a%'")).some(grows)).toBe(true)
	expect((await planOf("SELECT * FROM shop_directory WHERE category_id = ''")).some(grows)).toBe(true)
})
