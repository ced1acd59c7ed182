import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** When each job of the sweeper last ended well, for /readyz. */
export const jobRuns = sqliteTable('job_runs', {
	job: text('job').primaryKey(),
	finishedAt: instant('finished_at').notNull(),
})

/**
 * Never holds a row. Inserting a word refuses the batch by that word: a trigger raises it. A word that the trigger does
 * not know breaks the CHECK (docs/decisions/016).
 */
export const refusedWrites = sqliteTable('refused_writes', { word: text('word').notNull() }, () => [
	check('refused_write_without_trigger', sql`0`),
])
