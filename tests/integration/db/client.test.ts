import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseSettings, openDatabase } from '#db/client.server.ts'

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
	return openDatabase({ url: `http://127.0.0.1:${port}`, ...settings })
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
		await expect(open({ writeTimeoutMs: 50 }).writeBatch([statement])).rejects.toMatchObject({
			kind: 'unknown',
		})
		await arrived(1)
		waiting[0]?.end('{}')
		expect(hangUps).toBe(0)
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
