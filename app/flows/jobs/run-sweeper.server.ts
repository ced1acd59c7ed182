import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { Job, JobDeps } from './job.ts'

/**
 * Every minute: runs a group's jobs in order, and records each success. A failed job stops no other. Gives their
 * results in one line.
 */
export async function runSweeper(deps: JobDeps & { jobs: readonly Job[] }): Promise<string> {
	const done: string[] = []
	for (const { name, run } of deps.jobs) {
		try {
			const running = run(deps)
			if (running === null) {
				done.push(`${name}: off`)
				continue
			}
			done.push(`${name}: ${await running}`)
			await deps.writeBatch([deps.operation.jobRuns.recordJobRun(name, deps.now())])
		} catch (error) {
			done.push(`${name}: failed`)
			deps.log(`sweeper, ${name} failed: ${error instanceof Error ? error.name : 'no answer'}`)
		}
	}
	return done.join('; ')
}

/** What waits for all jobs, counted in one trip (P7). */
export async function countBacklog(
	jobs: readonly Pick<Job, 'backlog'>[],
	repositories: Repositories,
	now: Instant,
): Promise<Record<string, number>> {
	const counts = await Promise.all(jobs.map((job) => job.backlog?.(repositories, now)))
	return Object.assign({}, ...counts)
}
