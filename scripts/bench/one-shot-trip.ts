import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { cpuMilliseconds } from './process-cpu.ts'

/** Enough trips: the system counts CPU in ticks. */
const TRIPS_A_ROUND = 200
const ONE_ROW = 'SELECT 1 FROM categories LIMIT 1'

type OneTable = { server: DatabaseServer; remove(): Promise<void> }

/** A database of one table: a trip to it parses almost no schema. */
export async function startOneTable(): Promise<OneTable> {
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-one-table-'))
	const server = await startDatabaseServer({ dataDir })
	await askOneShot(server, 'CREATE TABLE categories (id TEXT PRIMARY KEY)')
	return {
		server,
		async remove() {
			await server.stop()
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}

async function askOneShot({ url }: Pick<DatabaseServer, 'url'>, statement: string): Promise<void> {
	const client = createClient({ url })
	try {
		await client.execute(statement)
	} finally {
		client.close()
	}
}

/** Milliseconds of sqld's CPU for a trip that reads one row of one table, on its own stream: the measure of P9b. */
export async function oneTableTripMs({ server }: OneTable): Promise<number> {
	if (server.pid === undefined) throw new Error('sqld does not run')
	const before = cpuMilliseconds(server.pid)
	for (let i = 0; i < TRIPS_A_ROUND; i++) await askOneShot(server, ONE_ROW)
	return (cpuMilliseconds(server.pid) - before) / TRIPS_A_ROUND
}
