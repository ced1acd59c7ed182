import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, id, instantColumn } from './columns.ts'

/** Each job's last success, for /readyz. */
export const jobRuns = sqliteTable('job_runs', {
	job: text('job').primaryKey(),
	finishedAt: instantColumn('finished_at').notNull(),
})

/**
 * Batches of the writer, each recorded by its own transaction, for a day. `is_closed`: it was not written, and no copy
 * of it will be (docs/decisions/140).
 */
export const writeIds = sqliteTable('write_ids', {
	id: id(),
	isClosed: flagColumn('is_closed').notNull(),
})

/** Never holds a row: its CHECK is false. A failed statement carries the refusal's word (docs/decisions/080). */
export const refusedWrites = sqliteTable('refused_writes', { word: text('word').notNull() }, () => [
	check('refused_write', sql`0`),
])
