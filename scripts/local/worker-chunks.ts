/** What is asked of Rollup about the modules of the Worker. */
export type Modules = {
	getModuleIds: () => Iterable<string>
	getModuleInfo: (id: string) => { importedIds: readonly string[]; isEntry: boolean } | null
}

type Info = ReturnType<Modules['getModuleInfo']>

/**
 * The two chunks that are named, the first before the second: each holds what it begins with, and all that this
 * imports and no chunk before it holds. Rollup parts the rest by the routes that need it (docs/decisions/099).
 */
const NAMED: [chunk: string, begins: (id: string, info: Info) => boolean][] = [
	// The Worker's entries, what surrounds each page, and the page for an unknown address.
	['start', (id, info) => info?.isEntry === true || /\/app\/(root|routes\/\$)\.tsx$/.test(id)],
	['repositories', (id) => id.endsWith('/app/repositories.server.ts')],
]

const OF_THE_WORKER = /\/app\/(entry\.worker|database-writer\.server)\.ts$/

/** Gives the named chunk of a module, as Rollup's `manualChunks`; undefined for the chunks that Rollup makes. */
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
			// What imports the things that workerd alone has stays in the Worker's own file: tests read Remix's in Node.
			if (!chunks.has(id) && !OF_THE_WORKER.test(id)) chunks.set(id, chunk)
		}
	}
	return chunks
}

/** A chunk's file is named after its route, not after the 'route.tsx' in the route's folder. */
export function chunkFileName({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
	const folder = moduleIds.map((id) => /\/app\/routes\/([^/]+)\/route\.tsx?$/.exec(id)?.[1]).find(Boolean)
	const own = name === 'route' ? (folder ?? name) : name
	return `chunks/${own.replace(/[^\w-]+/g, '-')}.js`
}
