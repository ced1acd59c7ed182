import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { type DatabaseSettings, openDatabase } from '#db/client.server.ts'
import { createWriteQueue } from '#db/write-queue.server.ts'

/** In place of a database: keeps each request until the test answers it, and sees who hangs up. */
let server: Server
let waiting: ServerResponse[]
let hangUps: number

beforeEach(async () => {
	waiting = []
	hangUps = 0
	server = createServer((_request, response) => {
		waiting.push(response)
		response.on('close', () => {
			if (!response.writableFinished) hangUps += 1
		})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})
afterEach(() => void server.close().closeAllConnections())

function open(settings: Partial<DatabaseSettings> = {}) {
	const { port } = server.address() as AddressInfo
	return openDatabase({ url: `http://127.0.0.1:${port}`, writeQueue: createWriteQueue(), ...settings })
}
const statement = { sql: 'DELETE FROM holds', args: [], map: () => undefined }
const arrived = (count: number) => expect.poll(() => waiting.length).toBe(count)
const refuse = (response: ServerResponse | undefined) => response?.writeHead(429).end()

describe('the deadline', () => {
	test('W4: a read is aborted at its deadline', async () => {
		const asked = open({ readTimeoutMs: 1_000 })
			.read(statement)
			.catch(({ kind }) => kind)
		await arrived(1)
		expect(await asked).toBe('unknown')
		await expect.poll(() => hangUps).toBe(1)
	})

	test('W4: a write is not aborted: its answer is no longer waited for, and it runs out by itself', async () => {
		const kept: Promise<unknown>[] = []
		const { writeBatch } = open({ writeTimeoutMs: 50, waitUntil: (work) => kept.push(work) })
		await expect(writeBatch([statement])).rejects.toMatchObject({ kind: 'unknown' })
		expect(kept).toHaveLength(1)
		await arrived(1)
		waiting[0]?.end('{}')
		await Promise.all(kept)
		expect(hangUps).toBe(0)
	})
})

describe('the queue', () => {
	test('W6: two writes of an isolate are with the database, also when nobody waits for them', async () => {
		const settings = { writeQueue: createWriteQueue(), writeTimeoutMs: 100, queueTimeoutMs: 50 }
		const write = () => open(settings).writeBatch([statement])
		const first = [write(), write()].map((written) => written.catch(({ kind }) => kind))
		await arrived(2)
		await expect(write()).rejects.toMatchObject({ kind: 'busy' })
		expect(await Promise.all(first)).toEqual(['unknown', 'unknown'])
		await expect(write()).rejects.toMatchObject({ kind: 'busy' })
		expect(waiting).toHaveLength(2)
		for (const response of waiting) response.end('{}')
		const next = open({ writeQueue: settings.writeQueue, queueTimeoutMs: 3_000 }).writeBatch([statement])
		await arrived(3)
		waiting[2]?.end('{}')
		await expect(next).rejects.toMatchObject({ kind: 'unknown' })
	})

	test('W5: a repeat that finds no place does not turn "perhaps applied" into "not applied"', async () => {
		const { writeBatch } = open({ writeTimeoutMs: 60, queueTimeoutMs: 20 })
		const other = writeBatch([statement]).catch(() => {})
		await expect(writeIdempotent(writeBatch, [statement])).rejects.toMatchObject({ kind: 'unknown' })
		await other
		await arrived(2)
	})
})

test('W6: what was not applied is sent again three times', async () => {
	const written = open()
		.writeBatch([statement])
		.catch(({ kind }) => kind)
	for (let count = 1; count <= 4; count++) {
		await arrived(count)
		refuse(waiting[count - 1])
	}
	expect(await written).toBe('busy')
	expect(waiting).toHaveLength(4)
})
