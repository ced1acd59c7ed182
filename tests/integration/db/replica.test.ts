import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResultSet } from '@libsql/client/web'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { createReplica, type Replica } from '#db/replica.server.ts'

/** In place of a replica: answers, refuses, or says nothing. What it answers names the replica. */
let server: Server
let behaviour: 'answers' | 'refuses' | 'silent'
let asked: number
let hangUps: number
/** When the write probe that it knows was made; null: it has no such row. */
let probedAt: number | null

let now: number
/** The ages of the answers that had to do although they were old. */
let ages: number[]
let replica: Replica

beforeEach(async () => {
	;[behaviour, asked, hangUps, now, ages] = ['answers', 0, 0, 1_000_000_000, []]
	probedAt = now
	server = createServer(async (request, response) => {
		asked += 1
		response.on('close', () => {
			if (!response.writableFinished) hangUps += 1
		})
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		if (behaviour === 'refuses') response.writeHead(500).end()
		if (behaviour === 'answers') answer(response, Buffer.concat(chunks).toString())
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
	const { port } = server.address() as AddressInfo
	replica = createReplica(
		{ url: `http://127.0.0.1:${port}` },
		{ now: () => now, patienceMs: () => (behaviour === 'silent' ? 50 : 60_000) },
	)
})
afterEach(() => void server.close().closeAllConnections())

function answer(response: ServerResponse, body: string): void {
	const [{ batch }] = JSON.parse(body).requests
	const results = batch.steps.map(({ stmt }: { stmt: { sql: string } }) => {
		const isProbe = stmt.sql.includes('job_runs')
		const cell = isProbe ? { type: 'integer', value: String(probedAt) } : { type: 'text', value: 'replica' }
		const name = isProbe ? 'finished_at' : 'server'
		return { cols: [{ name }], rows: isProbe && probedAt === null ? [] : [[cell]], affected_row_count: 0 }
	})
	const result = { step_results: results, step_errors: [], replication_index: '1' }
	response.end(
		JSON.stringify({ baton: null, base_url: null, results: [{ type: 'ok', response: { result } }] }),
	)
}

const statement = { sql: 'SELECT server', args: [], map: () => undefined }
const ofPrimary = [{ rows: [{ server: 'primary' }] }] as unknown as ResultSet[]
const answers = async () => ofPrimary
const unanswered = () => Promise.reject(new DatabaseError('unknown', 'no answer in time'))

async function read(
	askPrimary: () => Promise<ResultSet[]> = answers,
	bookmark: number | null = null,
	isPersonal = false,
) {
	const onOld = (asOf: number) => ages.push(asOf)
	return (await replica.read([statement], { bookmark, isPersonal, onOld, askPrimary }))[0]?.rows[0]?.server
}

test('the replica answers, and the primary is not asked', async () => {
	expect(await read(unanswered)).toBe('replica')
	expect(ages).toEqual([])
})

describe('the primary is asked', () => {
	test('where the replica says nothing, and its wait is ended', async () => {
		await read()
		behaviour = 'silent'
		expect(await read(answers, 7)).toBe('primary')
		await expect.poll(() => hangUps).toBe(1)
		// A change that is waited for says nothing against the replica.
		behaviour = 'answers'
		expect(await read()).toBe('replica')
	})

	test('for the time that is left of the page’s', async () => {
		behaviour = 'refuses'
		const limits: number[] = []
		const askPrimary = async (limitMs: number) => {
			limits.push(limitMs)
			return ofPrimary
		}
		await replica.read([statement], { bookmark: null, isPersonal: false, onOld() {}, askPrimary })
		expect(limits).toEqual([2_200])
	})

	test('where the replica refuses, which then rests, longer from time to time', async () => {
		behaviour = 'refuses'
		expect([await read(), await read(), asked]).toEqual(['primary', 'primary', 1])
		now += 1_000
		expect([await read(), await read(), asked]).toEqual(['primary', 'primary', 2])
		now += 1_000
		expect([await read(), asked]).toEqual(['primary', 2])
		now += 1_000
		behaviour = 'answers'
		expect([await read(), asked]).toEqual(['replica', 3])
	})

	test.each([
		['is over 90 s old', -90_001],
		['was never made', null],
	])('where the replica’s probe %s', async (_, age) => {
		probedAt = age === null ? null : now + age
		expect([await read(), await read(), asked]).toEqual(['primary', 'primary', 1])
		now += 10_000
		probedAt = now
		expect(await read()).toBe('replica')
	})

	test('alone where its answer is no', async () => {
		const refusal = new DatabaseError('invalid', 'no such table')
		behaviour = 'refuses'
		await expect(read(() => Promise.reject(refusal))).rejects.toBe(refusal)
		behaviour = 'answers'
		await expect(read(() => Promise.reject(refusal))).rejects.toBe(refusal)
	})
})

describe('while the primary gives no answer', () => {
	test('a replica of any age answers, and after that is asked first', async () => {
		probedAt = now - 600_000
		expect([await read(unanswered), asked]).toEqual(['replica', 1])
		expect([await read(answers), asked]).toEqual(['replica', 2])
		expect(ages).toEqual([probedAt, probedAt])
		now += 10_000
		expect(await read(answers)).toBe('primary')
		expect(ages).toHaveLength(2)
	})

	test('pages of a person are read from a replica that was well five minutes ago, and then no more', async () => {
		probedAt = now - 300_000
		expect(await read(unanswered, null, true)).toBe('replica')
		now += 1
		await expect(read(unanswered, null, true)).rejects.toMatchObject({ kind: 'unknown' })
		expect(await read(unanswered)).toBe('replica')
		now += 20_000
		await expect(read(unanswered, null, true)).rejects.toMatchObject({ kind: 'unknown' })
	})

	test('a replica that rests is asked all the same', async () => {
		behaviour = 'refuses'
		await read()
		behaviour = 'answers'
		expect(await read(unanswered)).toBe('replica')
	})

	test('and the replica none either, the read fails', async () => {
		behaviour = 'refuses'
		await expect(read(unanswered)).rejects.toMatchObject({ kind: 'unknown' })
		await expect(read(unanswered)).rejects.toMatchObject({ kind: 'unknown' })
	})
})

test('the operator reads which probe the replica knows', async () => {
	expect(await replica.readState()).toEqual({ answers: true, lastWriteProbe: new Date(now).toISOString() })
	probedAt = null
	expect(await replica.readState()).toEqual({ answers: true, lastWriteProbe: null })
	behaviour = 'refuses'
	expect(await replica.readState()).toEqual({ answers: false, lastWriteProbe: null })
})
