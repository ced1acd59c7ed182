import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkerOptions } from 'miniflare'
import { PROJECT_ROOT } from './project-root.ts'

/** Only `worker` and `client` are deployed. */
export function buildFolders(buildDir = join(PROJECT_ROOT, 'build')) {
	return {
		root: buildDir,
		client: join(buildDir, 'client'),
		/** Vite's output: the Worker, and Remix's own build for tests. */
		server: join(buildDir, 'server'),
		worker: join(buildDir, 'worker'),
		/** wrangler.toml's settings for workerd, read once per build: loading wrangler costs half a second. */
		workerOptions: join(buildDir, 'worker-options.json'),
		stamp: join(buildDir, 'stamp'),
		lock: join(buildDir, 'lock'),
	}
}

/** A Worker with its modules; the first is the main one. */
export type WorkerBundle = Omit<WorkerOptions, 'modules' | 'modulesRoot'> & {
	/** Cron expressions. */
	crons: string[]
	modulesRoot: string
	modules: {
		type: 'ESModule' | 'CompiledWasm' | 'Text' | 'Data'
		path: string
		contents: string | Buffer<ArrayBuffer>
	}[]
}

/** The built Worker for workerd: modules, assets with routing, settings of wrangler.toml. */
export function readWorkerBundle(buildDir?: string): WorkerBundle {
	const folders = buildFolders(buildDir)
	const { main, ...options } = JSON.parse(readFileSync(folders.workerOptions, 'utf8'))
	return {
		...options,
		modulesRoot: folders.worker,
		modules: moduleNames(folders.worker, main).flatMap((name) => {
			const type = moduleType(name)
			const path = join(folders.worker, name)
			return type ? [{ type, path, contents: readFileSync(path) }] : []
		}),
	}
}

/** A built Worker's files under its folder, the main one first. */
export function moduleNames(folder: string, main: string): string[] {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	return names.filter(moduleType).sort((a, b) => Number(b === main) - Number(a === main))
}

function moduleType(name: string): WorkerBundle['modules'][number]['type'] | undefined {
	if (/\.m?js$/.test(name)) return 'ESModule'
	if (name.endsWith('.wasm')) return 'CompiledWasm'
	if (/\.(txt|html|sql)$/.test(name)) return 'Text'
	if (name.endsWith('.bin')) return 'Data'
	// Source maps and wrangler's README.
	return undefined
}
