import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { StartProblem, systemCode } from '#scripts/local/start-problem.ts'
import { cpuMilliseconds } from './process-cpu.ts'

const CONNECTIONS = 4

/** Throws a StartProblem where wrk is not installed, before minutes are spent on other parts. */
export function requireWrk(path = process.env.PATH): void {
	const { error } = spawnSync('wrk', ['-v'], { env: { ...process.env, PATH: path } })
	if (systemCode(error) === 'ENOENT')
		throw new StartProblem(
			'`npm run bench` needs wrk: install it by `apt-get install wrk`, or on a Mac by `brew install wrk`.',
		)
}

export type Load = {
	workerUrl: string
	workerPid: number
	sqldPid: number
	path: string
	cookie: string
	/** Requests at once. */
	connections?: number
}
/** Milliseconds of CPU per page, and the number of pages. */
export type LoadCost = { workerMs: number; sqldMs: number; pages: number }

/** What a page costs the Worker and its database, over a wrk run of some seconds. Every answer must be a page. */
export async function loadPage(load: Load, seconds: number): Promise<LoadCost> {
	const cpu = () => ({ worker: cpuMilliseconds(load.workerPid), sqld: cpuMilliseconds(load.sqldPid) })
	const before = cpu()
	const sent = ['Accept: text/html', ...(load.cookie === '' ? [] : [`Cookie: ${load.cookie}`])]
	const headers = sent.flatMap((line) => ['-H', line])
	const options = [
		'-t1',
		`-c${load.connections ?? CONNECTIONS}`,
		`-d${seconds}s`,
		...headers,
		`${load.workerUrl}${load.path}`,
	]
	const { stdout } = await promisify(execFile)('wrk', options)
	const after = cpu()
	const pages = Number(/(\d+) requests in/.exec(stdout)?.[1])
	if (!(pages > 0) || /Non-2xx|Socket errors/.test(stdout))
		throw new Error(`${load.path} did not answer with pages:\n${stdout}`)
	return {
		workerMs: (after.worker - before.worker) / pages,
		sqldMs: (after.sqld - before.sqld) / pages,
		pages,
	}
}
