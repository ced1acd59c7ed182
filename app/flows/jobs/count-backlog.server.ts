import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { Job } from './job.ts'

/** What waits for all jobs, counted by each of them at once: the reads travel in one trip (P7). */
export async function countBacklog(
	jobs: readonly Pick<Job, 'backlog'>[],
	repositories: Repositories,
	now: Instant,
): Promise<Record<string, number>> {
	const counts = await Promise.all(jobs.map((job) => job.backlog?.(repositories, now)))
	return Object.assign({}, ...counts)
}
