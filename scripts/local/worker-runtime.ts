import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { Log, LogLevel, Miniflare, type MiniflareOptions } from 'miniflare'
import { clockShiftScript } from '#scripts/testing/clock-shift.ts'
import { killWithParent } from './die-with-parent.ts'
import { onPort } from './free-port.ts'
import { readWorkerBundle, type WorkerBundle } from './worker-bundle.ts'

/** For the Worker's `env`; undefined values are left out. */
export type WorkerSettings = Record<string, string | undefined>

export type WorkerRuntime = {
	url: string
	/** workerd's process id, to measure and kill it; undefined where the system does not tell. */
	readonly pid: number | undefined
	/** Returns the first outcome that is not 'ok', else 'ok'. */
	scheduled(): Promise<string>
	/** Starts the same bundle again on the same port. */
	restart(): Promise<void>
	stop(): Promise<void>
}

export type WorkerRuntimeOptions = {
	/** A function gets the Worker's future address. */
	settings: WorkerSettings | ((url: string) => WorkerSettings)
	/** Default 127.0.0.1. */
	host?: string
	/** Default: a free port. */
	port?: number
	/** Default: `build/` of the project. */
	buildDir?: string
	/** False: without the rate limits of wrangler.toml. Default: with them. */
	rateLimits?: boolean
	/** Photos survive here, as in R2. False: no store. Default: they end with the Worker. */
	photosDir?: string | false
	/** Gets each line of the Worker and workerd. Default: nowhere. */
	log?: (line: string) => void
}

/** Runs the Worker in workerd, without wrangler's slow proxy. */
export async function startWorkerRuntime(options: WorkerRuntimeOptions): Promise<WorkerRuntime> {
	const log = options.log ?? (() => {})
	const { crons, ...bundle } = withShiftedClock(readWorkerBundle(options.buildDir))
	const host = options.host ?? '127.0.0.1'
	let pid: number | undefined
	let untie: (() => void) | undefined
	let running: Miniflare | undefined

	async function launch(port: number) {
		const miniflare = withoutItsSignalHandlers(() => new Miniflare(miniflareOptions(port)))
		try {
			await miniflare.ready
			pid = childProcessId(process.pid, 'workerd', `:${port} `)
			untie = pid === undefined ? undefined : killWithParent(pid)
			running = miniflare
			return port
		} catch (error) {
			await miniflare.dispose().catch(() => {})
			throw error
		}
	}

	function miniflareOptions(port: number): MiniflareOptions {
		const settings =
			typeof options.settings === 'function' ? options.settings(formatUrl(host, port)) : options.settings
		return {
			...bundle,
			...(options.rateLimits === false ? { ratelimits: {} } : {}),
			...(options.photosDir === false ? { r2Buckets: {} } : {}),
			...(options.photosDir ? { r2Persist: options.photosDir } : {}),
			bindings: { ...bundle.bindings, ...definedOnly(settings) },
			host,
			port,
			// Both would use the network.
			cf: false,
			telemetry: { enabled: false },
			log: new SinkLog(log),
			handleRuntimeStdio(stdout: Readable, stderr: Readable) {
				for (const stream of [stdout, stderr]) passLines(stream, log)
			},
		}
	}

	async function end() {
		untie?.()
		untie = undefined
		pid = undefined
		// miniflare refuses to be ended twice (ERR_SERVER_NOT_RUNNING), as after a failed restart.
		const ending = running
		running = undefined
		await ending?.dispose()
	}

	// A named port identifies our process by its command line.
	const port = await onPort(options.port, host, launch)
	return {
		url: formatUrl(host, port),
		get pid() {
			return pid
		},
		async scheduled() {
			if (!running) throw new Error('it is not running')
			const worker = await running.getWorker()
			const outcomes: string[] = []
			for (const cron of crons) outcomes.push((await worker.scheduled({ cron })).outcome)
			return outcomes.find((outcome) => outcome !== 'ok') ?? 'ok'
		},
		async restart() {
			await end()
			await launch(port)
		},
		stop: end,
	}
}

/** Moves the Worker's clock as ours, before any line of it runs (O7). */
function withShiftedClock(bundle: WorkerBundle): WorkerBundle {
	const script = clockShiftScript()
	if (script === null) return bundle
	const inRoot = (name: string) => join(bundle.modulesRoot, name)
	const main = relative(bundle.modulesRoot, bundle.modules[0]?.path ?? '')
	const names = ['default', ...Object.values(bundle.durableObjects ?? {}).map(readClassName)]
	const wrapper = `import './shifted-clock.js'\nexport { ${names.join(', ')} } from './${main}'\n`
	return {
		...bundle,
		modules: [
			{ type: 'ESModule', path: inRoot('at-another-time.js'), contents: wrapper },
			{ type: 'ESModule', path: inRoot('shifted-clock.js'), contents: script },
			...bundle.modules,
		],
	}
}

function readClassName(object: NonNullable<WorkerBundle['durableObjects']>[string]): string {
	return typeof object === 'string' ? object : String(object.className)
}

/** miniflare ends the whole process at a signal, before its program could stop the rest in order. */
function withoutItsSignalHandlers<T>(create: () => T): T {
	const signals = ['SIGINT', 'SIGTERM'] as const
	const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
	const created = create()
	for (const signal of signals) {
		for (const listener of process.listeners(signal)) {
			if (!before.has(listener)) process.removeListener(signal, listener)
		}
	}
	return created
}

/** miniflare's own messages (the Worker's errors) go to the same log. */
class SinkLog extends Log {
	readonly #sink: (line: string) => void

	constructor(sink: (line: string) => void) {
		super(LogLevel.WARN)
		this.#sink = sink
	}

	override log(message: string) {
		this.#sink(message)
	}
}

function passLines(stream: Readable, log: (line: string) => void) {
	let rest = ''
	stream.setEncoding('utf8')
	stream.on('data', (text: string) => {
		const lines = (rest + text).split('\n')
		rest = lines.pop() ?? ''
		for (const line of lines) if (line) log(line)
	})
	stream.on('end', () => rest && log(rest))
}

function definedOnly(settings: WorkerSettings): Record<string, string> {
	return Object.fromEntries(
		Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	)
}

/** The address for a browser on this machine. */
function formatUrl(host: string, port: number): string {
	if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The child process whose command line contains these words. */
export function childProcessId(parent: number | undefined, ...words: string[]): number | undefined {
	return findChildren(parent).find(({ command }) => words.every((word) => command.includes(word)))?.pid
}

function findChildren(parent: number | undefined): { pid: number; command: string }[] {
	if (process.platform !== 'linux') {
		const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
		return table.split('\n').flatMap((line) => {
			const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
			return Number(parentPid) === parent ? [{ pid: Number(pid), command: command ?? '' }] : []
		})
	}
	// /proc and not `ps`: small container images lack the program.
	return readdirSync(`/proc/${parent}/task`)
		.flatMap((thread) => readText(`/proc/${parent}/task/${thread}/children`).split(' '))
		.filter(Boolean)
		.map((pid) => ({ pid: Number(pid), command: readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }))
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		// The process ended meanwhile.
		return ''
	}
}
