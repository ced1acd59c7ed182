import { createClient, type ResultSet } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreamReader } from '#db/stream-reader.server.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { type ScratchReplica, startScratchReplica } from '#scripts/site/scratch-replica.ts'
import type { FaultKind } from '#scripts/site/trip.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type Asked, failingCases, kindOf, readableCases, seen, statement } from './read-cases.ts'

const database = withTestDatabase({ demoAt: Date.now(), hasReplicas: true })

let replica: ScratchReplica
let proxy: FaultProxy
beforeAll(async () => {
	replica = await startScratchReplica(database())
	await replica.warm()
	proxy = await startFaultProxy(replica.url)
})
afterAll(async () => {
	await proxy.close()
	await replica.remove()
})

/** What the library reads: it is what the reader has to agree with. */
async function byLibrary(asked: readonly Asked[], url = replica.url): Promise<ResultSet[]> {
	const client = createClient({ url })
	try {
		return await client.batch(
			asked.map(([sql, ...args]) => ({ sql, args })),
			'read',
		)
	} finally {
		client.close()
	}
}

const readers = new Map<string, ReturnType<typeof createStreamReader>>()
async function byReader(asked: readonly Asked[], url = replica.url): Promise<ResultSet[]> {
	const reader = readers.get(url) ?? createStreamReader({ url }, Date.now)
	readers.set(url, reader)
	const deadline = () => AbortSignal.timeout(1_500)
	return (await reader.read(asked.map(statement), { bookmark: null, deadline })).results
}

describe('reads what the library reads', () => {
	test.each(readableCases.map((asked) => ({ sql: asked[0], asked })))('$sql', async ({ asked }) => {
		const [[library], [reader]] = await Promise.all([byLibrary([asked]), byReader([asked])])
		expect(library).toBeDefined()
		expect(reader && seen(reader)).toEqual(library && seen(library))
	})

	test('every row of every table', async () => {
		const tables = await database().rows(
			"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_fts%' ESCAPE '\\'",
		)
		expect(tables.length).toBeGreaterThan(50)
		const asked = tables.map(({ name }): Asked => [`SELECT * FROM "${name}"`])
		const [library, reader] = [await byLibrary(asked), await byReader(asked)]
		expect(reader.map(seen)).toEqual(library.map(seen))
		expect(reader.reduce((sum, { rows }) => sum + rows.length, 0)).toBeGreaterThan(1_000)
	})
})

describe('means the same by each failure', () => {
	test.each(failingCases.map((asked) => ({ sql: asked[0]?.[0], asked })))('$sql', async ({ asked }) => {
		const library = await kindOf(byLibrary(asked), asked)
		expect(await kindOf(byReader(asked), asked)).toBe(library)
		// What it left is no reader's trouble.
		expect((await byReader([['SELECT 1 AS one']]))[0]?.rows[0]?.one).toBe(1)
	})

	const kinds: FaultKind[] = [
		'drop-before',
		'drop-after',
		'truncate',
		'bad-gateway',
		'garbage',
		'too-many-requests',
		'busy',
	]
	test.each(kinds)('%s', async (kind) => {
		const asked: Asked[] = [['SELECT id, name FROM shops'], ['SELECT count(*) AS count FROM services']]
		await byReader(asked, proxy.url)
		proxy.inject({ kind })
		const library = await kindOf(byLibrary(asked, proxy.url), asked)
		expect(library).not.toBe('read')
		expect(await kindOf(byReader(asked, proxy.url), asked)).toBe(library)
		proxy.heal()
		expect(await kindOf(byReader(asked, proxy.url), asked)).toBe('read')
	})

	test('no answer at all: the signal ends it', async () => {
		proxy.inject({ kind: 'hang' })
		expect(await kindOf(byReader([['SELECT 1']], proxy.url), [])).toBe('unknown')
		proxy.heal()
	})
})

describe('streams', () => {
	const one: Asked[] = [['SELECT 1 AS one']]

	test('one request after the other goes on with one stream, and an ended one costs one more try', async () => {
		const reader = createStreamReader({ url: proxy.url }, Date.now)
		const read = () =>
			reader.read(one.map(statement), { bookmark: null, deadline: () => AbortSignal.timeout(5_000) })
		const { trips } = await proxy.during(async () => {
			for (let i = 0; i < 5; i++) await read()
		})
		expect(trips).toHaveLength(5)
		await replica.server.restart()
		const after = await proxy.during(read)
		expect(after.value.results[0]?.rows[0]?.one).toBe(1)
		expect(after.trips).toHaveLength(2)
	})

	test('an unknown change of the primary is waited for, and the signal ends the wait', async () => {
		const reader = createStreamReader({ url: replica.url }, Date.now)
		const read = (bookmark: number | null) =>
			reader.read(one.map(statement), { bookmark, deadline: () => AbortSignal.timeout(500) })
		const { replicationIndex } = await read(null)
		expect(replicationIndex).toBeGreaterThan(0)
		expect((await read(replicationIndex)).replicationIndex).toBe(replicationIndex)
		await expect(read(1_000_000_000)).rejects.toMatchObject({ kind: 'unknown' })
		expect((await read(null)).replicationIndex).toBe(replicationIndex)
	})

	test('reads at one time are answered each with its own', async () => {
		const numbers = Array.from({ length: 40 }, (_, i) => i)
		const answers = await Promise.all(
			numbers.map(async (number) => (await byReader([['SELECT ? AS own', number]]))[0]?.rows[0]?.own),
		)
		expect(answers).toEqual(numbers)
	})
})
