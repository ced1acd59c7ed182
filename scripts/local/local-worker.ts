import type { Program } from './run-program.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntilWell } from './wait-until-well.ts'
import { startWorkerRuntime, type WorkerRuntimeOptions } from './worker-runtime.ts'

const UNWELL_MS = 20_000
const SCHEDULE_MS = 60_000

/** Returns its address once it answers. `hasCron` triggers `scheduled` every minute. */
export async function runLocalWorker(
	{ hasCron, ...options }: WorkerRuntimeOptions & { hasCron: boolean },
	program: Program,
	say: (line: string) => void,
): Promise<string> {
	const worker = await startWorkerRuntime(options)
	program.onStop(worker.stop)
	const { pid } = worker
	const problem = await waitUntilWell({
		what: 'The Worker',
		url: `${worker.url}/healthz`,
		isAlive: () => pid === undefined || isRunning(pid),
		unwellMs: UNWELL_MS,
		say,
	})
	if (problem !== null)
		throw new StartProblem(
			`The Worker was started but ${worker.url}/healthz did not answer well: ${problem}.`,
		)
	if (!hasCron) return worker.url

	// workerd has no cron; Cloudflare follows the one of wrangler.toml.
	let isRunningJobs = false
	const runJobs = async () => {
		// Two failing runs would both end the same workerd.
		if (isRunningJobs) return
		isRunningJobs = true
		try {
			const outcome = await worker.scheduled()
			if (outcome !== 'ok') say(`The Worker's work of every minute ended with "${outcome}".`)
		} catch (error) {
			say(
				`The Worker does not answer (${error instanceof Error ? error.message : error}); starting it again.`,
			)
			await worker.restart().catch((cause) => program.fail(`The Worker could not be started again: ${cause}`))
		} finally {
			isRunningJobs = false
		}
	}
	// At once too: readiness needs a recent probe, and work may be due.
	void runJobs()
	const timer = setInterval(runJobs, SCHEDULE_MS)
	program.onStop(() => clearInterval(timer))
	return worker.url
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}
