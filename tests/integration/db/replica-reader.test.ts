import { createClient, type InValue, type ResultSet } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { classifyDatabaseError } from '#db/database-error.server.ts'
import { createReplicaReader } from '#db/replica-reader.server.ts'
import type { FaultKind } from '#scripts/site/fault-kind.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { type ScratchReplica, startScratchReplica } from '#scripts/site/scratch-replica.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

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

type Asked = readonly [sql: string, ...args: InValue[]]

function statement([sql, ...args]: Asked): Statement {
	return { sql, args, map: () => undefined }
}

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

const readers = new Map<string, ReturnType<typeof createReplicaReader>>()
async function byReader(asked: readonly Asked[], url = replica.url): Promise<ResultSet[]> {
	const reader = readers.get(url) ?? createReplicaReader({ url }, Date.now)
	readers.set(url, reader)
	const signal = AbortSignal.timeout(1_500)
	return (await reader.read(asked.map(statement), { bookmark: null, signal })).results
}

/** Everything that a statement's `map` may look at. */
function seen({ columns, columnTypes, rows, rowsAffected }: ResultSet) {
	const cells = rows.map((row) => ({
		byPlace: Array.prototype.slice.call(row),
		byName: columns.map((name) => row[name]),
	}))
	return { columns, columnTypes, cells, rowsAffected }
}

function kindOf(reading: Promise<unknown>, asked: readonly Asked[]): Promise<string> {
	return reading.then(
		() => 'read',
		(error) => {
			const { kind, rule } = classifyDatabaseError(error, asked.map(statement))
			return rule === null ? kind : `${kind} ${rule}`
		},
	)
}

describe('reads what the library reads', () => {
	const values: Asked[] = [
		['SELECT NULL AS a, 0 AS b, -1 AS c, 9007199254740991 AS d, -9007199254740991 AS e'],
		['SELECT 1.5 AS a, -0.0 AS b, 1e300 AS c, 0.1 + 0.2 AS d, 3.0 AS e'],
		["SELECT '' AS a, 'Adé “Ọ̀ṣun” 🪮' AS b, 'it''s \"quoted\" \\ and' || char(10, 9, 13) AS c"],
		["SELECT x'' AS a, x'00ff10' AS b, zeroblob(1000) AS c, randomblob(0) AS d"],
		['SELECT 1, 2.5, ?, max(1, 2)', 'three'],
		['SELECT 1 AS same, 2 AS same, 3 AS length, 4 AS "0", 5 AS constructor, 6 AS "__proto__x", 7 AS ""'],
		['SELECT * FROM shops WHERE false'],
		['VALUES (1, 2), (3, 4), (NULL, 5)'],
		...[null, '', 'text', 0, 1, -1.25, 1e21, true, false, 12n].map(
			(value): Asked => ['SELECT ? AS value, typeof(?) AS type, quote(?) AS quoted', value, value, value],
		),
		['SELECT quote(?) AS blob', new Uint8Array([0, 255, 7])],
		['SELECT quote(?) AS blob', new Uint8Array([1, 2, 3]).buffer],
		['SELECT quote(?) AS date', new Date('2026-11-25T10:00:00Z')],
		// The value itself is more than a number holds.
		['SELECT quote(?) AS quoted', -(2n ** 63n - 1n)],
	]

	test.each(values.map((asked) => ({ sql: asked[0], asked })))('$sql', async ({ asked }) => {
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
	const failing: Asked[][] = [
		[['SELECT * FROM no_such_table']],
		[['SELECT no_such_column FROM shops']],
		[['SELEC 1']],
		[['SELECT ?']],
		[['SELECT 1', 'one too many']],
		[['SELECT 9007199254740992']],
		[['SELECT 1e999']],
		[['SELECT ?', Number.NaN]],
		[['SELECT 1'], ['SELECT * FROM no_such_table'], ['SELECT 2']],
		[["DELETE FROM shops WHERE id = 'none'"]],
		[["SELECT json_extract('{', '$')"]],
		[['SELECT 1; SELECT 2']],
		[['']],
	]

	test.each(failing.map((asked) => ({ sql: asked[0]?.[0], asked })))('$sql', async ({ asked }) => {
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
		const { trips } = await proxy.during(async () => {
			for (let i = 0; i < 5; i++) await byReader(one, proxy.url)
		})
		expect(trips).toHaveLength(5)
		await replica.server.restart()
		const after = await proxy.during(() => byReader(one, proxy.url))
		expect(after.value[0]?.rows[0]?.one).toBe(1)
		expect(after.trips).toHaveLength(2)
	})

	test('an unknown change of the primary is waited for, and the signal ends the wait', async () => {
		const reader = createReplicaReader({ url: replica.url }, Date.now)
		const read = (bookmark: number | null) =>
			reader.read(one.map(statement), { bookmark, signal: AbortSignal.timeout(500) })
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
