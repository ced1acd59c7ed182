import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type InValue, type Value } from '@libsql/client/web'
import type { Instant } from '#app/kernel/instant.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { copyDatabaseTo } from './database-template.ts'
import { mayShareStream } from './kept-stream.ts'

/** Plain SQL, straight to a database. */
export type PlainSql = {
	/** As plain objects. */
	rows(sql: string, ...args: InValue[]): Promise<Record<string, Value>[]>
	/** The number in the first column of the first row. */
	count(sql: string, ...args: InValue[]): Promise<number>
	/** Returns the number of changed rows. */
	change(sql: string, ...args: InValue[]): Promise<number>
}

export type ScratchDatabase = PlainSql & {
	url: string
	/** Straight to the database, past any fault proxy. */
	client: Client
	/** To stop, kill and restart it in the middle of a test. */
	server: DatabaseServer
	remove(): Promise<void>
}

export type ScratchDatabaseOptions = {
	/** Fills it with demo data, relative to this instant's day. */
	demoAt?: Instant
	/** A replica may be started beside it. */
	hasReplicas?: boolean
}

/** A real sqld with every migration, in its own folder. */
export async function startScratchDatabase(options: ScratchDatabaseOptions = {}): Promise<ScratchDatabase> {
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-test-'))
	const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
	try {
		await copyDatabaseTo(dataDir, options.demoAt)
		const server = await startDatabaseServer({ dataDir, hasReplicas: options.hasReplicas ?? false })
		mayShareStream(server.url)
		const client = createClient({ url: server.url })
		return {
			url: server.url,
			client,
			...plainSql(client),
			server,
			async remove() {
				client.close()
				await server.stop()
				removeFolder()
			},
		}
	} catch (error) {
		removeFolder()
		throw error
	}
}

function plainSql(client: Client): PlainSql {
	return {
		rows: async (sql, ...args) => (await client.execute({ sql, args })).rows.map((row) => ({ ...row })),
		count: async (sql, ...args) => Number((await client.execute({ sql, args })).rows[0]?.[0]),
		change: async (sql, ...args) => (await client.execute({ sql, args })).rowsAffected,
	}
}
