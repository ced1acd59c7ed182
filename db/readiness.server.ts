import { asc, sql } from 'drizzle-orm'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { WRITE_PROBE_JOB } from '#app/kernel/vocabulary/operation.ts'
import journal from '../migrations/meta/_journal.json'
import type { Database } from './client.server.ts'
import { flag, integer, nullable, only } from './row.server.ts'
import { jobRuns } from './schema/operation.ts'
import { build, builtRead, rawRead } from './statement.server.ts'

export type Readiness = {
	foreignKeys: boolean
	/** The newest migration of the database, and of this release. */
	migration: { applied: string | null; expected: string }
	/** Empty when ready. */
	problems: ('foreign_keys_off' | 'migration_missing' | 'writes_failing')[]
	/** As ISO 8601; null before its first run. */
	lastWriteProbe: string | null
	/** As ISO 8601; null where the table is missing. */
	jobs: Record<string, string> | null
	/** Null where a table is missing. */
	backlog: Record<string, number> | null
}

const expectedMigration = journal.entries.at(-1)

/** An older probe means that several failed, or that the cron does not run. */
const MAX_PROBE_AGE_MS = 3 * MINUTE_MS

/**
 * Whether this release can work with the database. The job that probes writes each minute answers for writes (W6).
 * Throws a DatabaseError when the database is silent.
 */
export async function readReadiness(
	database: Database,
	countBacklog: () => Promise<Record<string, number>>,
	now: Instant,
): Promise<Readiness> {
	try {
		const [essentials, jobs, backlog] = await Promise.all([
			readEssentials(database),
			readJobRuns(database),
			countBacklog(),
		])
		const lastWriteProbe = jobs[WRITE_PROBE_JOB] ?? null
		const isOld = lastWriteProbe !== null && now - Date.parse(lastWriteProbe) > MAX_PROBE_AGE_MS
		const problems = isOld ? [...essentials.problems, 'writes_failing' as const] : essentials.problems
		return { ...essentials, problems, lastWriteProbe, jobs, backlog }
	} catch (error) {
		// A newer migration's table may be missing, which is the problem to report.
		if (!isDatabaseError(error) || error.kind !== 'invalid') throw error
		const essentials = await readEssentials(database)
		const problems = [...new Set([...essentials.problems, 'migration_missing' as const])]
		return { ...essentials, problems, lastWriteProbe: null, jobs: null, backlog: null }
	}
}

async function readEssentials({
	read,
}: Database): Promise<Pick<Readiness, 'foreignKeys' | 'migration' | 'problems'>> {
	const [[foreignKeys], [applied]] = await Promise.all([
		read(rawRead(sql`SELECT foreign_keys AS is_on FROM pragma_foreign_keys`, only(flag('is_on')))),
		read(
			rawRead(
				sql`SELECT max(created_at) AS newest FROM __drizzle_migrations`,
				only(nullable(integer('newest'))),
			),
		),
	])
	// A database that is ahead serves an older release: migrations only add (A13).
	const isMigrated = (applied ?? 0) >= (expectedMigration?.when ?? 0)
	return {
		foreignKeys: foreignKeys ?? false,
		migration: {
			applied: journal.entries.findLast((entry) => entry.when <= (applied ?? 0))?.tag ?? null,
			expected: expectedMigration?.tag ?? '',
		},
		problems: [
			...(foreignKeys ? [] : ['foreign_keys_off' as const]),
			...(isMigrated ? [] : ['migration_missing' as const]),
		],
	}
}

async function readJobRuns({ read }: Database): Promise<Record<string, string>> {
	const runs = await read(builtRead(build.select().from(jobRuns).orderBy(asc(jobRuns.job))))
	return Object.fromEntries(runs.map(({ job, finishedAt }) => [job, new Date(finishedAt).toISOString()]))
}
