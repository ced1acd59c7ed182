import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** When each job of the sweeper last ended well, for /readyz. */
export const jobRuns = sqliteTable('job_runs', {
	job: text('job').primaryKey(),
	finishedAt: instant('finished_at').notNull(),
})
