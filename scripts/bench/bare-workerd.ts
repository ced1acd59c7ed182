import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWithParent } from '#scripts/local/die-with-parent.ts'
import { onPort } from '#scripts/local/free-port.ts'
import { buildFolders, moduleNames } from '#scripts/local/worker-bundle.ts'
import { type BareWorker, bareConfig } from './bare-config.ts'

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
