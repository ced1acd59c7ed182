/** What a start evaluates: the Worker's entry, and what the page for an unknown address needs. */
const START = 'start'
/** What more than two areas need. */
const SHARED = 'shared'

/** The part of the app that a route belongs to, by the beginning of its file's name. */
const AREAS = {
	kiosk: ['kiosk'],
	api: ['api', 'webhooks'],
	wallet: ['wallet', 'reward', 'loyalty', 'transactions', 'used', 'plans', 'subscriptions', 'sessions'],
	booking: ['_index', 'discover', 'business', 'booking', 'appointments', 'tickets', 'receipt', 's.'],
}

/** What a chunk may ask of Rollup. */
export type Modules = {
	getModuleIds: () => IterableIterator<string>
	getModuleInfo: (id: string) => {
		importedIds: readonly string[]
		dynamicallyImportedIds: readonly string[]
		isEntry: boolean
	} | null
}

/**
 * Sorts the Worker's modules into a few files at the seams of the areas (docs/decisions/099). What is imported by
 * `import()` begins an area; a module belongs to the areas that reach it. A file holds what is of one area, of the
 * same two, or of more. So a page evaluates its own area and what it shares, and no file waits for one that waits
 * for it.
 */
export function workerChunks() {
	let chunks: Map<string, string> | null = null
	return (id: string, modules: Modules): string | undefined => {
		chunks ??= chunksOf(modules)
		return chunks.get(id)
	}
}

function chunksOf({ getModuleIds, getModuleInfo }: Modules): Map<string, string> {
	const ids = [...getModuleIds()]
	const reached = (roots: readonly string[]) => {
		const all = new Set(roots)
		for (const id of all) for (const imported of getModuleInfo(id)?.importedIds ?? []) all.add(imported)
		return all
	}
	const lazy = new Set(ids.flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? []))
	const start = reached([...ids.filter((id) => getModuleInfo(id)?.isEntry), ...[...lazy].filter(isOfStart)])
	const areas = new Map<string, string[]>()
	for (const id of lazy) areas.set(areaOf(id), [...(areas.get(areaOf(id)) ?? []), id])
	const areasOf = new Map<string, string[]>()
	for (const [area, roots] of [...areas].sort()) {
		for (const id of reached(roots)) if (!start.has(id)) areasOf.set(id, [...(areasOf.get(id) ?? []), area])
	}
	return new Map([
		...[...start].map((id) => [id, START] as const),
		...[...areasOf].map(([id, of]) => [id, of.length > 2 ? SHARED : of.join('-')] as const),
	])
}

function isOfStart(id: string): boolean {
	return /\/app\/(root|routes\/\$)\.tsx$/.test(id)
}

function areaOf(id: string): string {
	const route = /\/app\/routes\/([^/]+)/.exec(id)?.[1]
	if (route === undefined) return /([^/.]+)[^/]*$/.exec(id)?.[1] ?? 'others'
	return (
		Object.entries(AREAS).find(([, names]) => names.some((name) => route.startsWith(name)))?.[0] ?? 'account'
	)
}
