import { sql } from 'drizzle-orm'
import type { Statement } from './client.server.ts'
import { rawWrite } from './statement.server.ts'

/** A job of the sweeper ended well. Of two at once the later one stays. */
export function noteJobRun(job: string, finishedAt: number): Statement {
	return rawWrite(
		sql`INSERT INTO job_runs (job, finished_at) VALUES (${job}, ${finishedAt})
			ON CONFLICT (job) DO UPDATE SET finished_at = max(finished_at, excluded.finished_at)`,
	)
}
