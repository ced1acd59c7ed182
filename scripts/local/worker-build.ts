import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PROJECT_ROOT } from './project-root.ts'

/** Smaller chunks are merged with others of the same routes. */
const SMALL_BYTES = 12_000

const inProject = (path: string) => join(PROJECT_ROOT, path)

/** Replacements of packages in the Worker alone. */
const alias = Object.entries({
	// Half of react-dom/server: only the renderer that writes a page in one go.
	'react-dom/server': inProject(
		'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js',
	),
	'react-dom': inProject('app/react-dom.server.ts'),
	qrcode: inProject('node_modules/qrcode/lib/core/qrcode.js'),
	'@libsql/client/web': inProject('app/libsql-client.server.ts'),
}).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }))

/**
 * Builds the Worker for upload. Remix's own build is an entry too, because tests read its routes. Not for `npm run dev`
 * and the browser's build.
 */
export const workerBuild: Plugin = {
	name: 'worker-build',
	apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
	config: () => ({
		ssr: { noExternal: true },
		resolve: { alias },
		build: {
			rollupOptions: {
				input: { worker: inProject('app/entry.worker.ts'), index: 'virtual:remix/server-build' },
				// workerd provides this module.
				external: ['cloudflare:workers'],
				output: {
					entryFileNames: '[name].js',
					chunkFileNames: chunkFileName,
					manualChunks: workerChunks(),
					// Vite's default is a single file for a Worker.
					inlineDynamicImports: false,
					experimentalMinChunkSize: SMALL_BYTES,
				},
			},
		},
	}),
}

/** Rollup's information about modules. */
export type Modules = {
	getModuleIds: () => Iterable<string>
	getModuleInfo: (id: string) => { importedIds: readonly string[]; isEntry: boolean } | null
}

type Info = ReturnType<Modules['getModuleInfo']>

/**
 * Each chunk holds its first modules and all their imports that no earlier chunk holds. Rollup divides the rest by
 * route (docs/decisions/099).
 */
const NAMED: [chunk: string, begins: (id: string, info: Info) => boolean][] = [
	// The Worker's entries, the frame of each page, and the page for unknown addresses.
	['start', (id, info) => info?.isEntry === true || /\/app\/(root|routes\/\$)\.tsx$/.test(id)],
	['repositories', (id) => id.endsWith('/app/repositories.server.ts')],
]

const OF_THE_WORKER = /\/app\/(entry\.worker|database-writer\.server)\.ts$/

/** For Rollup's `manualChunks`; undefined leaves the module to Rollup. */
export function workerChunks() {
	let chunks: Map<string, string> | null = null
	return (id: string, modules: Modules): string | undefined => {
		chunks ??= namedChunks(modules)
		return chunks.get(id)
	}
}

function namedChunks({ getModuleIds, getModuleInfo }: Modules): Map<string, string> {
	const ids = [...getModuleIds()]
	const chunks = new Map<string, string>()
	for (const [chunk, begins] of NAMED) {
		const reached = new Set(ids.filter((id) => begins(id, getModuleInfo(id))))
		for (const id of reached) {
			for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
			// Imports that only workerd has stay in the Worker's own file: tests read Remix's in Node.
			if (!chunks.has(id) && !OF_THE_WORKER.test(id)) chunks.set(id, chunk)
		}
	}
	return chunks
}

/** Names a chunk by its route's folder: each route's file is 'route.tsx'. */
export function chunkFileName({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
	const folder = moduleIds.map((id) => /\/app\/routes\/([^/]+)\/route\.tsx?$/.exec(id)?.[1]).find(Boolean)
	const own = name === 'route' ? (folder ?? name) : name
	return `chunks/${own.replace(/[^\w-]+/g, '-')}.js`
}
