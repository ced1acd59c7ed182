import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock } from './lock.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { StartProblem } from './start-problem.ts'
import { startTool } from './start-tool.ts'
import { buildFolders } from './worker-bundle.ts'

/** Everything that a build depends on. */
const SOURCES = [
	...['app', 'db', 'migrations', 'public'],
	...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'wrangler.toml'],
]

export type Built = {
	/** Names the sources that were built: a short hash of their content. */
	release: string
	/** False where the last build was of the same sources. */
	fresh: boolean
}

/** Builds Remix and then the Worker, unless the last build was of the same sources. One process at a time builds. */
export async function ensureBuilt(options: { say?: (line: string) => void } = {}): Promise<Built> {
	const folders = buildFolders()
	const lock = await waitForLock(folders.lock)
	try {
		const release = sourcesHash()
		if (readStamp(folders.stamp) === release) return { release, fresh: false }
		options.say?.('Building the app …')
		// A build that fails half-way must not pass for a good one.
		rmSync(folders.stamp, { force: true })
		await runTool('@remix-run/dev', 'remix', ['vite:build'])
		await bundleWorker()
		writeFileSync(folders.stamp, release)
		return { release, fresh: true }
	} finally {
		lock.release()
	}
}

/** Bundles app/entry.worker.ts as a deploy would, without deploying, and keeps what wrangler.toml means to workerd. */
async function bundleWorker() {
	const folders = buildFolders()
	rmSync(folders.worker, { recursive: true, force: true })
	await runTool('wrangler', 'wrangler', ['deploy', '--dry-run', '--outdir', folders.worker])
	// Loaded only here: it costs half a second, which a start without a build need not pay.
	const wrangler = await import('wrangler')
	const config = wrangler.unstable_readConfig({ config: join(PROJECT_ROOT, 'wrangler.toml') })
	const { workerOptions, main } = wrangler.unstable_getMiniflareWorkerOptions(config)
	if (!main) throw new StartProblem('The file wrangler.toml names no `main`.')
	// wrangler's bindings include a developer's own .dev.vars, which do not belong into a build: only its [vars] do.
	const options = { main: `${parse(main).name}.js`, ...workerOptions, bindings: config.vars }
	writeFileSync(folders.workerOptions, JSON.stringify(options))
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

/** Runs a tool to its end; its words are shown only when it fails. */
async function runTool(packageName: string, program: string, args: string[]): Promise<void> {
	const { ended } = startTool(packageName, program, args, {
		output: 'keep',
		// CI: wrangler asks nothing. It writes its own log next to the build, not into the home folder.
		env: {
			CI: '1',
			NODE_ENV: 'production',
			WRANGLER_SEND_METRICS: 'false',
			WRANGLER_LOG_PATH: join(PROJECT_ROOT, 'build', 'wrangler-logs'),
		},
	})
	const { isWell, reason, words } = await ended
	if (!isWell)
		throw new StartProblem(`The build failed: ${program} ${args[0]} ended with ${reason}.\n${words}`)
}
