import type { Job, JobDeps } from './job.ts'

/**
 * Every minute: runs the jobs of a group in their order, and records the end of each. A job that fails stops no other;
 * it runs again in a minute. Gives back what they did, in one line.
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
