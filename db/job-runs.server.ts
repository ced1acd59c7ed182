import { eq, sql } from 'drizzle-orm'
import { WRITE_PROBE_JOB } from '#app/kernel/vocabulary/operation.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { integer, only } from './row.server.ts'
import { jobRuns } from './schema/operation.ts'
import { build, builtWrite, preparedRead } from './statement.server.ts'

/** When the write probe last ended well; no row before its first run. */
export const lastWriteProbe = preparedRead(
	() =>
		sql`SELECT ${jobRuns.finishedAt} AS finished_at FROM ${jobRuns} WHERE ${jobRuns.job} = ${WRITE_PROBE_JOB}`,
	only(integer('finished_at')),
)

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
