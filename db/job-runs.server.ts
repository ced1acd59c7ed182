import { eq, sql } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { jobRuns } from './schema/operation.ts'
import { build, builtWrite } from './statement.server.ts'

export function createJobRunRepository() {
	return {
		/** Changes nothing, and yet needs the write lock. */
		probeWrite: (): Statement => builtWrite(build.delete(jobRuns).where(eq(jobRuns.job, ''))),

		/** A job of the sweeper ended well. Of two at once the later one stays. */
		recordJobRun: (job: string, finishedAt: number): Statement =>
			builtWrite(
				build
					.insert(jobRuns)
					.values({ job, finishedAt })
					.onConflictDoUpdate({
						target: jobRuns.job,
						set: { finishedAt: sql`max(${jobRuns.finishedAt}, ${finishedAt})` },
					}),
			),
	}
}
