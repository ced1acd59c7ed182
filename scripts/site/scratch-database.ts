import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type InValue, type Value } from '@libsql/client/web'
import type { Instant } from '#app/kernel/instant.ts'
import { seedDemo } from '#db/seed/demo.server.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'

export type ScratchDatabase = {
	url: string
	/** Straight to the database, past any fault proxy. */
	client: Client
	/** What a statement finds, as plain objects. */
	rows(sql: string, ...args: InValue[]): Promise<Record<string, Value>[]>
	/** The number in the first column of the first row: for SELECT count(*) and sums. */
	count(sql: string, ...args: InValue[]): Promise<number>
	/** Writes, and tells how many rows have changed. */
	change(sql: string, ...args: InValue[]): Promise<number>
	/** To stop, kill and restart it in the middle of a test. */
	server: DatabaseServer
	remove(): Promise<void>
}

export type ScratchDatabaseOptions = {
	/** Fills it with the demo data, relative to the day of this instant. */
	demoAt?: Instant
}

/** A real sqld with every migration, in a folder of its own: 0.1 s, and 0.1 s more for the demo data. */
export async function startScratchDatabase(options: ScratchDatabaseOptions = {}): Promise<ScratchDatabase> {
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-test-'))
	const server = await startDatabaseServer({ dataDir })
	const client = createClient({ url: server.url })
	async function remove() {
		client.close()
		await server.stop()
		rmSync(dataDir, { recursive: true, force: true })
	}
	try {
		await migrateDatabase(server.url)
		if (options.demoAt !== undefined) await seedDemo(server.url, { now: options.demoAt })
		return {
			url: server.url,
			client,
			rows: async (sql, ...args) => (await client.execute({ sql, args })).rows.map((row) => ({ ...row })),
			count: async (sql, ...args) => Number((await client.execute({ sql, args })).rows[0]?.[0]),
			change: async (sql, ...args) => (await client.execute({ sql, args })).rowsAffected,
			server,
			remove,
		}
	} catch (error) {
		await remove()
		throw error
	}
}
