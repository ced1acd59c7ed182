import { eq, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { WRITE_PROBE_JOB } from '#app/kernel/vocabulary/operation.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import { integer, only } from './row.server.ts'
import { jobRuns, writeIds } from './schema/operation.ts'
import { build, builtWrite, preparedRead, rawWrite, upsertRow } from './statement.server.ts'
import { writeIdFrom } from './write-ids.ts'

/** The write probe's last success; no row before its first run. */
export const lastWriteProbe = preparedRead(
	() =>
		sql`SELECT ${jobRuns.finishedAt} AS finished_at FROM ${jobRuns} WHERE ${jobRuns.job} = ${WRITE_PROBE_JOB}`,
	only(integer('finished_at')),
)

export function createJobRunRepository() {
	return {
		/** Changes nothing, but needs the write lock. */
		probeWrite: (): Statement => builtWrite(build.delete(jobRuns).where(eq(jobRuns.job, ''))),

		/** A job succeeded. Of two at once the later one stays. */
		recordJobRun: (job: string, finishedAt: number): Statement =>
			upsertRow(
				jobRuns,
				{ job, finishedAt },
				{
					target: jobRuns.job,
					set: { finishedAt: sql`max(${jobRuns.finishedAt}, ${finishedAt})` },
				},
			),

		/** A slice of older batches: no copy of them is on its way any more. */
		purgeWriteIdsBefore: (then: Instant): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${writeIds} WHERE ${writeIds.id} IN (SELECT ${writeIds.id} FROM ${writeIds} WHERE ${writeIds.id} < ${writeIdFrom(then)} LIMIT ${SLICE_ROWS})`,
			),
	}
}
