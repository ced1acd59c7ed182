import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@libsql/client/web'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { drizzle } from 'drizzle-orm/libsql/web'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartProblem } from './start-problem.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const TRIES = 3

export type Migrated = {
	/** When the newest migration was made, in ms: the number that /readyz compares. 0 without any. */
	version: number
	/** How many migrations this call found missing. */
	applied: number
}

/**
 * Brings a database to the newest migration. Safe to run again and by two programs at once: a migration and its
 * record are one transaction, and the record is unique, so the slower of two rolls back whole and finds it done.
 */
export async function migrateDatabase(
	databaseUrl: string,
	options: { authToken?: string; migrationsFolder?: string } = {},
): Promise<Migrated> {
	const migrationsFolder = options.migrationsFolder ?? MIGRATIONS_FOLDER
	const version = Math.max(0, ...readMigrationFiles({ migrationsFolder }).map((file) => file.folderMillis))
	const client = createClient({ url: databaseUrl, authToken: options.authToken })
	try {
		const before = await appliedVersions(client)
		for (let triesLeft = TRIES; ; triesLeft--) {
			try {
				await migrate(drizzle(client), { migrationsFolder })
				break
			} catch (error) {
				if (triesLeft <= 1) throw error
			}
		}
		const after = await appliedVersions(client)
		return { version, applied: after.length - before.length }
	} catch (error) {
		throw new StartProblem(`The database at ${databaseUrl} could not be migrated: ${deepestMessage(error)}`)
	} finally {
		client.close()
	}
}

async function appliedVersions(client: Client): Promise<number[]> {
	// The same table that drizzle's migrator makes; it leaves out the uniqueness that two at once need.
	const [, , rows] = await client.batch(
		[
			'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
			'CREATE UNIQUE INDEX IF NOT EXISTS __drizzle_migrations_once ON __drizzle_migrations (created_at)',
			'SELECT created_at FROM __drizzle_migrations',
		],
		'write',
	)
	return rows?.rows.map((row) => Number(row.created_at)) ?? []
}

function deepestMessage(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.cause ? deepestMessage(error.cause) : (error.message.split('\n')[0] ?? error.name)
}
