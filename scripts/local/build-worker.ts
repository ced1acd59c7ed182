import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock } from './lock.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { sayProgress } from './say-progress.ts'
import { StartProblem } from './start-problem.ts'
import { startNode, startTool, type Tool, type ToolOptions } from './start-tool.ts'
import { buildFolders } from './worker-bundle.ts'

/** Everything that a build depends on. */
const SOURCES = [
	...['app', 'db', 'migrations', 'public', 'scripts/api'],
	...['lazy-routes', 'unread-stream-end', 'worker-build'].map((name) => `scripts/local/${name}.ts`),
	...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'wrangler.toml'],
]

const toolOptions: ToolOptions = {
	output: 'keep',
	env: {
		NODE_ENV: 'production',
		// wrangler asks no question, sends no report, and logs next to the build.
		CI: '1',
		WRANGLER_HIDE_BANNER: 'true',
		WRANGLER_LOG_PATH: join(PROJECT_ROOT, 'build', 'wrangler-logs'),
		WRANGLER_SEND_METRICS: 'false',
	},
}

export type Built = {
	/** A short hash of the built sources. */
	release: string
	/** False where the last build had the same sources. */
	fresh: boolean
}

/** Does nothing for unchanged sources. One process at a time builds. */
export async function ensureBuilt(options: { say?: (line: string) => void } = {}): Promise<Built> {
	const folders = buildFolders()
	const lock = await waitForLock(folders.lock)
	try {
		const release = sourcesHash()
		if (readStamp(folders.stamp) === release) return { release, fresh: false }
		const build = (words: string, title: string, tool: Tool) =>
			sayProgress(options.say, words, () => toItsEnd(title, tool))
		// A build that fails half-way must not count as done.
		rmSync(folders.stamp, { force: true })
		// Old files would be uploaded with the new ones.
		rmSync(folders.server, { recursive: true, force: true })
		await build(
			'Building the app: pages and Worker',
			'remix vite:build',
			startTool('@remix-run/dev', 'remix', ['vite:build'], toolOptions),
		)
		const writeOpenapi = join(PROJECT_ROOT, 'scripts/local/write-openapi.ts')
		await build(
			'Building the app: the API’s document',
			'writing openapi.json',
			startNode(['--import', 'tsx', writeOpenapi], toolOptions),
		)
		rmSync(folders.worker, { recursive: true, force: true })
		// Writes the modules that a deploy would upload, without deploying.
		const bundle = ['deploy', '--dry-run', '--outdir', folders.worker]
		await build(
			'Building the app: what is uploaded',
			'wrangler deploy --dry-run',
			startTool('wrangler', 'wrangler', bundle, toolOptions),
		)
		const writeOptions = join(PROJECT_ROOT, 'scripts/local/write-worker-options.ts')
		await build(
			'Building the app: its settings',
			'reading wrangler.toml',
			startNode(['--import', 'tsx', writeOptions], toolOptions),
		)
		writeFileSync(folders.stamp, release)
		return { release, fresh: true }
	} finally {
		lock.release()
	}
}

function sourcesHash(): string {
	const hash = createHash('sha256')
	for (const path of SOURCES.flatMap(filesUnder)) {
		hash
			.update(`${path}\0`)
			.update(readFileSync(join(PROJECT_ROOT, path)))
			.update('\0')
	}
	return hash.digest('hex').slice(0, 12)
}

function filesUnder(path: string): string[] {
	const info = statSync(join(PROJECT_ROOT, path), { throwIfNoEntry: false })
	if (!info) return []
	if (!info.isDirectory()) return [path]
	return readdirSync(join(PROJECT_ROOT, path))
		.sort()
		.flatMap((name) => filesUnder(`${path}/${name}`))
}

function readStamp(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return undefined
	}
}

async function waitForLock(path: string) {
	mkdirSync(dirname(path), { recursive: true })
	for (;;) {
		const lock = tryLock(path)
		if ('release' in lock) return lock
		await delay(100)
	}
}

/** Shows the tool's output only when it fails. */
async function toItsEnd(title: string, tool: Tool): Promise<void> {
	const { isWell, reason, words } = await tool.ended
	if (!isWell) throw new StartProblem(`The build failed: ${title} ended with ${reason}.\n${words}`)
}
