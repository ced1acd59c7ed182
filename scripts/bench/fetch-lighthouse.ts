import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { startProgram } from '#scripts/local/start-tool.ts'

/** Lighthouse's package and lock file. It would take a third of `npm ci`, and only the bench needs it. */
const PACKAGE_FOLDER = join(PROJECT_ROOT, 'scripts/bench/lighthouse-package')
const CACHE_FOLDER = join(PROJECT_ROOT, 'node_modules/.cache/lighthouse')

type Audited = { numericValue?: number; score?: number | null }

/** The part of Lighthouse's result that the bench reads. */
type LighthouseRun = (
	url: string,
	flags: { port: number; logLevel: 'silent'; output: [] },
) => Promise<
	| {
			lhr: {
				runtimeError?: { message: string }
				audits: Record<string, Audited>
				categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
				environment: { benchmarkIndex: number }
			}
	  }
	| undefined
>

/** Lighthouse in the version of its lock file. npm fetches it the first time, into a folder that `npm ci` empties. */
export async function fetchLighthouse(): Promise<LighthouseRun> {
	if (!isThere()) await install()
	const main = join(CACHE_FOLDER, 'node_modules/lighthouse/core/index.js')
	return (await import(pathToFileURL(main).href)).default
}

/** False for an incomplete folder: npm writes this file last. */
function isThere(): boolean {
	const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
	return (
		existsSync(join(CACHE_FOLDER, 'node_modules/.package-lock.json')) &&
		lock(CACHE_FOLDER) === lock(PACKAGE_FOLDER)
	)
}

async function install(): Promise<void> {
	console.info('Fetching Lighthouse …')
	rmSync(CACHE_FOLDER, { recursive: true, force: true })
	mkdirSync(CACHE_FOLDER, { recursive: true })
	for (const name of ['package.json', 'package-lock.json'])
		copyFileSync(join(PACKAGE_FOLDER, name), join(CACHE_FOLDER, name))
	const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', CACHE_FOLDER]
	const { isWell, reason, words } = await startProgram('npm', args, { env: {}, output: 'keep' }).ended
	if (!isWell) throw new StartProblem(`Lighthouse could not be fetched: npm ended with ${reason}.\n${words}`)
}
