import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWithParent } from '#scripts/local/die-with-parent.ts'
import { onPort } from '#scripts/local/free-port.ts'
import { buildFolders, moduleNames } from '#scripts/local/worker-bundle.ts'

export type BareWorkerd = { url: string; pid: number; stop(): Promise<void> }
export type BareOptions = {
	/** Default: `build/` of the project. */
	buildDir?: string | undefined
	settings: Record<string, string>
	v8Flags?: string[]
}

/** What workerd by itself needs of a build's wrangler.toml. The stock Worker has no objects. */
type BuiltOptions = Pick<BareWorker, 'compatibilityDate' | 'compatibilityFlags'> & {
	main: string
	durableObjects?: Record<string, { className: string }>
}

/**
 * workerd by itself with a built Worker, without files and rate limits. miniflare's own Workers would run in the same
 * process and make every ratio look better. Settles when workerd takes connections.
 */
export function startBareWorkerd(options: BareOptions): Promise<BareWorkerd> {
	return onPort(undefined, '127.0.0.1', (port) => startOnPort(options, port))
}

async function startOnPort({ buildDir, settings, v8Flags = [] }: BareOptions, port: number) {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-bare-'))
	const worker = layOut(buildDir, folder)
	const config = join(folder, 'config.capnp')
	writeFileSync(config, bareConfig({ ...worker, settings, v8Flags, port }))
	const child = spawn(workerdPath(), ['serve', config], { stdio: 'ignore' })
	const ended = new Promise((resolve) => child.once('close', resolve))
	const untie = child.pid === undefined ? undefined : killWithParent(child.pid)
	async function stop() {
		untie?.()
		child.kill('SIGKILL')
		await ended
		rmSync(folder, { recursive: true, force: true })
	}
	try {
		await listening(port, child)
		if (child.pid === undefined) throw new Error('workerd has no process')
		return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop }
	} catch (error) {
		await stop()
		throw error
	}
}

/** Copies the modules beside the config, which embeds files by their name. */
function layOut(buildDir: string | undefined, folder: string): BareWorker {
	const built = buildFolders(buildDir)
	const { main, compatibilityDate, compatibilityFlags, durableObjects }: BuiltOptions = JSON.parse(
		readFileSync(built.workerOptions, 'utf8'),
	)
	const modules = moduleNames(built.worker, main)
	for (const name of modules) cpSync(join(built.worker, name), join(folder, name))
	const classes = Object.entries(durableObjects ?? {}).map(([binding, { className }]) => [binding, className])
	return { modules, compatibilityDate, compatibilityFlags, durableObjects: Object.fromEntries(classes) }
}

/** The workerd that miniflare runs. */
function workerdPath(): string {
	const miniflare = createRequire(import.meta.url).resolve('miniflare')
	const workerd: { default: string } = createRequire(miniflare)('workerd')
	return workerd.default
}

/** workerd listens as soon as its Worker is loaded; until then a connection is refused at once. */
async function listening(port: number, workerd: { exitCode: number | null }): Promise<void> {
	while (!(await connects(port))) {
		if (workerd.exitCode !== null) throw new Error(`workerd ended with ${workerd.exitCode}`)
	}
}

function connects(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1')
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
		socket.once('connect', () => socket.destroy())
	})
}

type BareWorker = {
	/** Files beside the config, the main one first. */
	modules: string[]
	compatibilityDate: string
	compatibilityFlags: string[]
	/** The classes of its Durable Objects, by their bindings. */
	durableObjects: Record<string, string>
}

type BareConfig = BareWorker & { settings: Record<string, string>; v8Flags: string[]; port: number }

/** The config of a workerd that serves one Worker and nothing else. */
function bareConfig({
	modules,
	settings,
	v8Flags,
	port,
	durableObjects,
	...compatibility
}: BareConfig): string {
	const embedded = modules.map((name) => `(name = ${quoted(name)}, esModule = embed ${quoted(name)})`)
	const bindings = [
		...Object.entries(settings).map(([name, text]) => `(name = ${quoted(name)}, text = ${quoted(text)})`),
		...Object.entries(durableObjects).map(
			([name, className]) => `(name = ${quoted(name)}, durableObjectNamespace = ${quoted(className)})`,
		),
	]
	const namespaces = Object.values(durableObjects).map(
		(className) => `(className = ${quoted(className)}, uniqueKey = ${quoted(className)})`,
	)
	return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [
		(name = "main", worker = .worker),
		# Without this name workerd reaches public addresses only, and the database is on this machine.
		(name = "internet", network = (allow = ["public", "private", "local"])),
	],
	sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
	v8Flags = [${v8Flags.map(quoted).join(', ')}],
);
const worker :Workerd.Worker = (
	modules = [${embedded.join(', ')}],
	bindings = [${bindings.join(', ')}],
	compatibilityDate = ${quoted(compatibility.compatibilityDate)},
	compatibilityFlags = [${compatibility.compatibilityFlags.map(quoted).join(', ')}],
	durableObjectNamespaces = [${namespaces.join(', ')}],
	durableObjectStorage = (inMemory = void),
);
`
}

/** JSON escapes as Cap'n Proto's text does. */
function quoted(text: string): string {
	return JSON.stringify(text)
}
