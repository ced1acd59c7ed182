import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dieWithParent } from './die-with-parent.ts'
import { tryLock } from './lock.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { StartProblem } from './start-problem.ts'
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
	if (!main) throw new StartProblem('wrangler.toml names no `main`.')
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

/** Runs a program of an installed package; its words are shown only when it fails. */
function runTool(packageName: string, program: string, args: string[]): Promise<void> {
	const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
	const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
	const child = spawn(process.execPath, [join(dirname(manifest), bin[program]), ...args], {
		cwd: PROJECT_ROOT,
		// CI: wrangler asks nothing. It writes its own log next to the build, not into the home folder.
		env: {
			...process.env,
			CI: '1',
			NODE_ENV: 'production',
			WRANGLER_SEND_METRICS: 'false',
			WRANGLER_LOG_PATH: join(PROJECT_ROOT, 'build', 'wrangler-logs'),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const untie = child.pid === undefined ? undefined : dieWithParent(child.pid)
	const words: string[] = []
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => words.push(text))
	return new Promise((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code, signal) => {
			untie?.()
			if (code === 0) return resolve()
			reject(
				new StartProblem(
					`the build failed: ${program} ${args[0]} ended with ${signal ?? code}.\n${words.join('')}`,
				),
			)
		})
	})
}
