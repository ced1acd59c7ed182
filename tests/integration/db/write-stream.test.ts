import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { type BatchResult, encodeStatement } from '#db/hrana.server.ts'
import { createJobRunRepository } from '#db/job-runs.server.ts'
import { newWriteId } from '#db/write-ids.ts'
import { createWriteStream, type EncodedBatch } from '#db/write-stream.server.ts'
import { createWriter, type WriteOutcome } from '#db/writer.server.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import type { FaultKind } from '#scripts/site/trip.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
let proxy: FaultProxy
beforeAll(async () => {
	proxy = await startFaultProxy(database().url)
})
afterEach(() => proxy.heal())
afterAll(() => proxy.close())

let names = 0
const newName = () => `category-${++names}`

/** Two rows, so that a half of it would show. */
function adds(name: string): EncodedBatch {
	return [name, `${name}, again`].map((id) =>
		JSON.stringify(
			encodeStatement({
				sql: 'INSERT INTO categories (id, name, position) VALUES (?, ?, 1) RETURNING id',
				args: [id, id],
				map: () => undefined,
			}),
		),
	)
}
const rowsOf = (name: string) =>
	database().count(`SELECT count(*) FROM categories WHERE id IN (?, ? || ', again')`, name, name)

function openWriter() {
	const writer = createWriter(createWriteStream({ url: proxy.url }))
	return (batch: EncodedBatch, { id = newWriteId(Date.now()), isRepeat = false } = {}) =>
		writer({ id, batch, bytes: 100, network: null, isCron: false, isRepeat })
}

function shown(outcome: WriteOutcome<BatchResult>) {
	if (outcome.kind === 'done')
		return outcome.result.step_results.slice(2, 4).map((step) => step?.rows[0]?.[0])
	return outcome.kind === 'refused' ? `${outcome.at}: ${outcome.error.message}` : outcome.kind
}

test('each batch of a round is a transaction of its own: a refusal takes back its own alone, and names its statement', async () => {
	const write = openWriter()
	const [one, two, three] = [newName(), newName(), newName()]
	const [first, refused, last] = await Promise.all([
		write(adds(one)),
		write([...adds(two), ...adds(one)]),
		write(adds(three)),
	])
	expect(shown(first)).toEqual([
		{ type: 'text', value: one },
		{ type: 'text', value: `${one}, again` },
	])
	expect(shown(refused)).toMatch(/^2: .*UNIQUE constraint failed: categories\.id/)
	expect(shown(last)).toEqual([
		{ type: 'text', value: three },
		{ type: 'text', value: `${three}, again` },
	])
	expect(await Promise.all([one, two, three].map(rowsOf))).toEqual([2, 0, 2])
})

test('its answers carry the number of the change, which grows', async () => {
	const write = openWriter()
	const numbers: number[] = []
	for (let i = 0; i < 2; i++) {
		const outcome = await write(adds(newName()))
		if (outcome.kind === 'done') numbers.push(Number(outcome.result.replication_index))
	}
	expect(numbers).toHaveLength(2)
	expect(numbers[1]).toBeGreaterThan(Number(numbers[0]))
})

test('one round after the other goes on with one stream, until the server ends it: then nothing has run', async () => {
	const write = openWriter()
	const { trips } = await proxy.during(async () => {
		for (let i = 0; i < 3; i++) await write(adds(newName()))
	})
	expect(trips).toHaveLength(3)
	await database().server.restart()
	const name = newName()
	const after = await proxy.during(() => write(adds(name)))
	expect(after.value.kind).toBe('done')
	expect(after.trips).toHaveLength(2)
	expect(await rowsOf(name)).toBe(2)
})

describe('W55: what became of a batch is found out before anything else is sent', () => {
	const lost: [FaultKind, string][] = [
		['drop-after', 'done_before'],
		['truncate', 'done_before'],
		['garbage', 'done_before'],
		['drop-before', 'done'],
		['bad-gateway', 'done'],
		['too-many-requests', 'done'],
		['busy', 'done'],
	]
	test.each(lost)('%s: %s', async (kind, expected) => {
		const write = openWriter()
		await write(adds(newName()))
		const name = newName()
		proxy.inject({ kind, onTrip: 1, writesOnly: true })
		expect((await write(adds(name))).kind).toBe(expected)
		expect(await rowsOf(name)).toBe(2)
	})

	test('a server that was killed in the middle of rounds: done is there, refused is not, and nothing is there twice', async () => {
		const write = openWriter()
		const killed = new Promise((resolve) => {
			let rounds = 0
			proxy.watch({
				before() {
					if (++rounds === 2) resolve(database().server.kill())
				},
			})
		})
		const written = Array.from({ length: 40 }, async () => {
			const name = newName()
			return { name, outcome: (await write(adds(name))).kind }
		})
		await killed
		await database().server.restart()
		for (const { name, outcome } of await Promise.all(written)) {
			const rows = await rowsOf(name)
			if (outcome.startsWith('done')) expect(rows, outcome).toBe(2)
			else if (outcome === 'unknown') expect([0, 2]).toContain(rows)
			else expect(rows, outcome).toBe(0)
		}
	})
})

describe('a batch that a gone object may have sent', () => {
	test('and that is written is not written again', async () => {
		const [id, name] = [newWriteId(Date.now()), newName()]
		expect((await openWriter()(adds(name), { id })).kind).toBe('done')
		const further = newName()
		expect((await openWriter()(adds(further), { id, isRepeat: true })).kind).toBe('done_before')
		expect(await rowsOf(further)).toBe(0)
	})

	test('and that is refused now is not written by a copy that comes later', async () => {
		const [id, name] = [newWriteId(Date.now()), newName()]
		await openWriter()(adds(name))
		expect(shown(await openWriter()(adds(name), { id, isRepeat: true }))).toMatch(/^0: .*UNIQUE/)
		await database().change('DELETE FROM categories WHERE name IN (?, ? || ?)', name, name, ', again')
		// What was under way all the time: the time is free by now.
		await createWriteStream({ url: database().url }).commit([{ id, batch: adds(name), isRepeat: false }])
		expect(await rowsOf(name)).toBe(0)
		expect((await openWriter()(adds(name), { id, isRepeat: true })).kind).toBe('busy')
	})
})

test('W11: the ids of yesterday are purged, and those of today are kept', async () => {
	const now = Date.now()
	const ids = [now - DAY_MS - 1, now - DAY_MS, now].map(newWriteId)
	for (const id of ids) expect((await openWriter()(adds(newName()), { id })).kind).toBe('done')
	const { writeBatch } = openDatabase({ url: database().url })
	await writeBatch([createJobRunRepository().purgeWriteIdsBefore(now - DAY_MS)])
	const kept = (await database().rows('SELECT id FROM write_ids')).map(({ id }) => id)
	expect(ids.map((id) => kept.includes(id))).toEqual([false, true, true])
})
