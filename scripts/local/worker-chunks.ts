/** Rollup's information about modules. */
export type Modules = {
	getModuleIds: () => Iterable<string>
	getModuleInfo: (id: string) => { importedIds: readonly string[]; isEntry: boolean } | null
}

type Info = ReturnType<Modules['getModuleInfo']>

/**
 * Two named chunks: each holds its beginnings and all their imports that no earlier chunk holds. Rollup divides the
 * rest by the routes that need it (docs/decisions/099).
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

/** A chunk's file has its route's name, not that of 'route.tsx' in the route's folder. */
export function chunkFileName({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
	const folder = moduleIds.map((id) => /\/app\/routes\/([^/]+)\/route\.tsx?$/.exec(id)?.[1]).find(Boolean)
	const own = name === 'route' ? (folder ?? name) : name
	return `chunks/${own.replace(/[^\w-]+/g, '-')}.js`
}
