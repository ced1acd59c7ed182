import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@libsql/client/web'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { drizzle } from 'drizzle-orm/libsql/web'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartProblem } from './start-problem.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const MAX_ATTEMPTS = 3

export type Migrated = {
	/** The newest migration's time in ms, as /readyz compares it; 0 for none. */
	version: number
	/** Migrations that this call applied. */
	applied: number
}

/**
 * Safe to repeat and to run twice at once: a migration and its unique record are one transaction, so the slower program
 * rolls back and finds it done.
 */
export async function migrateDatabase(
	databaseUrl: string,
	options: { authToken?: string | undefined; migrationsFolder?: string } = {},
): Promise<Migrated> {
	const client = createClient({ url: databaseUrl, authToken: options.authToken })
	try {
		return await migrateOver(client, options.migrationsFolder)
	} catch (error) {
		throw new StartProblem(`The database at ${databaseUrl} could not be migrated: ${deepestMessage(error)}`)
	} finally {
		client.close()
	}
}

/** For a client, which may be of a database in this process. */
export async function migrateOver(client: Client, migrationsFolder = MIGRATIONS_FOLDER): Promise<Migrated> {
	const version = Math.max(0, ...versionsIn(migrationsFolder))
	const before = await appliedVersions(client)
	for (let triesLeft = MAX_ATTEMPTS; ; triesLeft--) {
		try {
			await migrate(drizzle(client), { migrationsFolder })
			break
		} catch (error) {
			if (triesLeft <= 1) throw error
		}
	}
	const after = await appliedVersions(client)
	return { version, applied: after.length - before.length }
}

/** Only reads: a database that was never migrated lacks all. */
export async function countMissingMigrations(
	databaseUrl: string,
	options: { authToken?: string | undefined } = {},
): Promise<number> {
	const client = createClient({ url: databaseUrl, authToken: options.authToken })
	try {
		const { rows: tables } = await client.execute(
			"SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'",
		)
		const { rows } =
			tables.length === 0 ? { rows: [] } : await client.execute('SELECT created_at FROM __drizzle_migrations')
		const applied = new Set(rows.map((row) => Number(row.created_at)))
		return versionsIn(MIGRATIONS_FOLDER).filter((version) => !applied.has(version)).length
	} catch (error) {
		throw new StartProblem(`The database at ${databaseUrl} does not answer: ${deepestMessage(error)}`)
	} finally {
		client.close()
	}
}

function versionsIn(migrationsFolder: string): number[] {
	return readMigrationFiles({ migrationsFolder }).map((file) => file.folderMillis)
}

async function appliedVersions(client: Client): Promise<number[]> {
	// The table of drizzle's migrator, with the uniqueness that simultaneous runs need.
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
