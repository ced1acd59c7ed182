import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import type { Instant } from '#app/kernel/instant.ts'
import { seedDemo } from '#db/seed/demo.server.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'

export type TestDatabase = {
	url: string
	/** Straight to the database, past any fault proxy. */
	client: Client
	/** To stop, kill and restart it in the middle of a test. */
	server: DatabaseServer
	remove(): Promise<void>
}

export type TestDatabaseOptions = {
	/** Fills it with the demo data, relative to the day of this instant. */
	demoAt?: Instant
}

/** A real sqld with every migration, in a folder of its own: 0.1 s, and 0.1 s more for the demo data. */
export async function startTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
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
		return { url: server.url, client, server, remove }
	} catch (error) {
		await remove()
		throw error
	}
}
