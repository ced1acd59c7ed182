import { createClient } from '@libsql/client/web'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { faultKinds } from '#scripts/site/trip.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
let proxy: FaultProxy

beforeAll(async () => {
	proxy = await startFaultProxy(database().url)
})
afterEach(() => proxy.heal())
afterAll(() => proxy.close())

const addCategory = (id: string) => ({
	sql: 'INSERT INTO categories (id, name, position) VALUES (?, ?, 1)',
	args: [id, id],
})

async function has(id: string): Promise<boolean> {
	const found = await database().rows('SELECT 1 FROM categories WHERE id = ?', id)
	return found.length === 1
}

/** A plain client with a deadline: it repeats nothing, so that each fault shows itself. */
function clientWithDeadline(deadlineMs: number) {
	return createClient({
		url: proxy.url,
		fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(deadlineMs) }),
	})
}

test('a batch is one round trip with its statements, and a write is told from a read', async () => {
	const client = clientWithDeadline(5_000)
	const read = await proxy.during(() => client.batch(['SELECT 1', 'SELECT 2'], 'read'))
	expect(read.trips.map(({ statements, isWrite }) => ({ statements, isWrite }))).toEqual([
		{ statements: ['SELECT 1', 'SELECT 2'], isWrite: false },
	])
	const write = await proxy.during(() => client.batch([addCategory('a'), addCategory('b')], 'write'))
	expect(write.trips.map(({ statements, isWrite }) => [statements.length, isWrite])).toEqual([[2, true]])
})

test('a request that asks the database nothing is passed on, and is no trip', async () => {
	const { value, trips } = await proxy.during(() => fetch(`${proxy.url}/health`))
	expect(value.status).toBe(200)
	expect(trips).toEqual([])
})

describe('what each fault leaves behind', () => {
	const isApplied = { 'drop-after': true, truncate: true, garbage: true, delay: true }

	test.each(faultKinds)('%s', async (kind) => {
		proxy.inject({ kind, delayMs: 50 })
		const wrote = clientWithDeadline(400).batch([addCategory(`after-${kind}`)], 'write')
		if (kind === 'delay') await wrote
		else await expect(wrote).rejects.toThrow()
		expect(await has(`after-${kind}`)).toBe(kind in isApplied)
	})
})

test('only the planned trip breaks', async () => {
	proxy.inject({ kind: 'drop-before', onTrip: 2 })
	const client = clientWithDeadline(5_000)
	await client.execute('SELECT 1')
	await expect(client.execute('SELECT 1')).rejects.toThrow()
	await client.execute('SELECT 1')
})

test('reads go on while writes hang', async () => {
	proxy.inject({ kind: 'hang', writesOnly: true })
	const client = clientWithDeadline(300)
	await client.batch(['SELECT 1'], 'read')
	await expect(client.batch([addCategory('hung')], 'write')).rejects.toThrow()
})

test('a plan may name the SQL that it breaks', async () => {
	proxy.inject({ kind: 'bad-gateway', matching: /FROM shops/ })
	const client = clientWithDeadline(5_000)
	await client.execute('SELECT * FROM categories')
	await expect(client.execute('SELECT * FROM shops')).rejects.toThrow()
})

test('a share of faults by chance is the same for the same seed', async () => {
	async function outcomes() {
		proxy.forget()
		proxy.inject({ kind: 'bad-gateway', share: 0.5, seed: 7 })
		const client = clientWithDeadline(5_000)
		for (let i = 0; i < 12; i++) await client.execute('SELECT 1').catch(() => {})
		return proxy.trips.map((trip) => trip.fault)
	}
	const first = await outcomes()
	expect(new Set(first)).toEqual(new Set([null, 'bad-gateway']))
	expect(await outcomes()).toEqual(first)
})

test('our own client repeats what was certainly not applied, and only that', async () => {
	const { writeBatch } = openDatabase({ url: proxy.url, writeTimeoutMs: 3_000 })
	const insert = (id: string) => [{ ...addCategory(id), map: () => undefined }]
	for (const kind of ['too-many-requests', 'busy'] as const) {
		proxy.inject({ kind, onTrip: 1 })
		await writeBatch(insert(`repeated-${kind}`))
		expect(await has(`repeated-${kind}`)).toBe(true)
	}
	proxy.inject({ kind: 'drop-after', onTrip: 1 })
	await expect(writeBatch(insert('lost-answer'))).rejects.toMatchObject({ kind: 'unknown' })
	expect(await has('lost-answer')).toBe(true)
})
