import { sql } from 'drizzle-orm'
import journal from '../migrations/meta/_journal.json'
import type { Database, Statement } from './client.server.ts'
import { isDatabaseError } from './database-error.server.ts'
import { rawRead, rawWrite } from './statement.server.ts'

export type Readiness = {
	/** Foreign keys are enforced. */
	foreignKeys: boolean
	/** The newest migration that the database has seen, and the newest that this release knows. */
	migration: { applied: string | null; expected: string }
	/** Why it is not ready, in one word; null when it is. */
	problem: 'foreign_keys_off' | 'migration_missing' | null
	/** When each job of the sweeper last ended well, by its name, as ISO 8601; null where its table is not there yet. */
	jobs: Record<string, string> | null
	/** What waits to be done; however much, this release serves. */
	backlog: Backlog | null
}

export type Backlog = {
	/** Payments that are to be asked about now. */
	paymentsDue: number
	webhooksUnprocessed: number
	refundsUnfinished: number
	/** Of these, the ones that a person has to look after. */
	refundsNeedingAttention: number
	/** Messages that are still to go out, some of them a little later. */
	messagesWaiting: number
}

const expectedMigration = journal.entries.at(-1)

/**
 * Asks the database whether this release can work with it, a write included: sqld's write path can lock up while reads
 * go on (guide: reliability rule 6). Throws a DatabaseError when it does not answer.
 */
export async function readReadiness(database: Database, now: number): Promise<Readiness> {
	try {
		const [essentials, jobs, [backlog = null]] = await Promise.all([
			readEssentials(database),
			database.read(jobRuns),
			database.read(backlogAt(now)),
		])
		return { ...essentials, jobs: Object.fromEntries(jobs), backlog }
	} catch (error) {
		// What a newer release counts may not be there yet: then that is what is to be said.
		if (!isDatabaseError(error) || error.kind !== 'invalid') throw error
		const essentials = await readEssentials(database)
		return { ...essentials, problem: essentials.problem ?? 'migration_missing', jobs: null, backlog: null }
	}
}

async function readEssentials(database: Database): Promise<Omit<Readiness, 'jobs' | 'backlog'>> {
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

const jobRuns = rawRead(
	sql`SELECT job, finished_at FROM job_runs ORDER BY job`,
	({ job, finished_at }) => [String(job), new Date(Number(finished_at)).toISOString()] as const,
)

/** A message that failed is tried again within the hour; one that is never sent any more is due at the end of time. */
const SOON_MS = 24 * 60 * 60_000

function backlogAt(now: number): Statement<Backlog[]> {
	return rawRead(
		sql`SELECT
			(SELECT count(*) FROM payment_attempts
				WHERE status IN ('created', 'open', 'replaced') AND next_check_at <= ${now}) AS payments_due,
			(SELECT count(*) FROM webhook_events WHERE processed_at IS NULL) AS webhooks_unprocessed,
			(SELECT count(*) FROM refunds WHERE status <> 'processed') AS refunds_unfinished,
			(SELECT count(*) FROM refunds WHERE status IN ('failed', 'needs-attention')) AS refunds_needing_attention,
			(SELECT count(*) FROM outbox WHERE sent_at IS NULL AND next_attempt_at <= ${now + SOON_MS}) AS messages_waiting`,
		(row) => ({
			paymentsDue: Number(row.payments_due),
			webhooksUnprocessed: Number(row.webhooks_unprocessed),
			refundsUnfinished: Number(row.refunds_unfinished),
			refundsNeedingAttention: Number(row.refunds_needing_attention),
			messagesWaiting: Number(row.messages_waiting),
		}),
	)
}
