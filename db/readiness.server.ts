import { sql } from 'drizzle-orm'
import journal from '../migrations/meta/_journal.json'
import type { Database } from './client.server.ts'
import { rawRead, rawWrite } from './statement.server.ts'

export type Readiness = {
	/** Foreign keys are enforced. */
	foreignKeys: boolean
	/** The newest migration that the database has seen, and the newest that this release knows. */
	migration: { applied: string | null; expected: string }
	/** Why it is not ready, in one word; null when it is. */
	problem: 'foreign_keys_off' | 'migration_missing' | null
}

const expectedMigration = journal.entries.at(-1)

/**
 * Asks the database whether this release can work with it, a write included: sqld's write path can lock up while reads
 * go on (guide: reliability rule 6). Throws a DatabaseError when it does not answer.
 */
export async function readReadiness(database: Database): Promise<Readiness> {
	const [[foreignKeys], [applied]] = await Promise.all([
		database.read(
			rawRead(sql`SELECT foreign_keys AS is_on FROM pragma_foreign_keys`, (row) => Number(row.is_on) === 1),
		),
		database.read(
			rawRead(sql`SELECT max(created_at) AS newest FROM __drizzle_migrations`, (row) =>
				Number(row.newest ?? 0),
			),
		),
		// Changes nothing, and yet needs the write lock.
		database.writeBatch([rawWrite(sql`DELETE FROM holds WHERE id = ''`)]),
	])
	// A database that is ahead serves an older release: migrations only add.
	const isMigrated = (applied ?? 0) >= (expectedMigration?.when ?? 0)
	return {
		foreignKeys: foreignKeys ?? false,
		migration: {
			applied: journal.entries.findLast((entry) => entry.when <= (applied ?? 0))?.tag ?? null,
			expected: expectedMigration?.tag ?? '',
		},
		problem: !foreignKeys ? 'foreign_keys_off' : isMigrated ? null : 'migration_missing',
	}
}
