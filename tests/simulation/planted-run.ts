import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import type { PlantedBug } from './planted-bugs.ts'

type Modules = {
	history: typeof import('./history.ts')
	scratch: typeof import('./scratch-in-process.ts')
}

export type PlantedResult = { name: string; seed: string | null; find: string | null; seconds: number }

/** What the seeds play in turn: some mistakes need many at once, others a week. */
const sizes = [
	{ days: 7, shops: 1 },
	{ days: 2, shops: 2 },
	{ days: 3, shops: 3 },
] as const

/**
 * Loads the simulator with one mistake in its source and plays seeds until it is found, for `budgetMs` at most. Seeds
 * that find something without the mistake are the caller's to know. Throws where the replacement does not match.
 */
export async function findPlanted(
	bug: PlantedBug,
	{ budgetMs }: { budgetMs: number },
): Promise<PlantedResult> {
	// Of the processor: what else the machine does takes nothing away.
	const spentMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
	const seconds = () => Math.round(spentMs() / 100) / 10
	const { modules, close } = await loadWith(bug)
	try {
		for (let seed = 1; spentMs() < budgetMs; seed++) {
			const size = sizes[seed % sizes.length] ?? sizes[0]
			const plan = modules.history.planHistory(String(seed), size)
			// Pages are those of the build, in which the mistake is not.
			const stories = plan.stories.filter(({ kind }) => kind !== 'visitor')
			const { finds } = await modules.history.playHistory({ ...plan, stories })
			const [find] = finds
			if (find) return { name: bug.name, seed: String(seed), find: find.what, seconds: seconds() }
		}
		return { name: bug.name, seed: null, find: null, seconds: seconds() }
	} finally {
		await close()
	}
}

/** The source of a file with the mistake in it. */
export function planted(source: string, { name, file, find, replace }: PlantedBug): string {
	const places = source.split(find).length - 1
	if (places !== 1) throw new Error(`${name}: its text stands ${places} times in ${file}, not once`)
	return source.replace(find, () => replace)
}

async function loadWith(bug: PlantedBug): Promise<{ modules: Modules; close(): Promise<void> }> {
	const path = join(PROJECT_ROOT, bug.file)
	const source = planted(readFileSync(path, 'utf8'), bug)
	let isLoaded = false
	const plugin: Plugin = {
		name: 'planted-bug',
		enforce: 'pre',
		load(id) {
			if (id.split('?')[0] !== path) return null
			isLoaded = true
			return source
		},
	}
	const server = await createServer({
		root: PROJECT_ROOT,
		configFile: false,
		appType: 'custom',
		logLevel: 'error',
		server: { middlewareMode: true, hmr: false, ws: false, watch: null },
		optimizeDeps: { noDiscovery: true, include: [] },
		plugins: [plugin],
	})
	const load = (file: string) => server.ssrLoadModule(join(PROJECT_ROOT, 'tests/simulation', file))
	const modules = {
		history: await load('history.ts'),
		scratch: await load('scratch-in-process.ts'),
	} as Modules
	const migrations = bug.file.startsWith('migrations/') ? migrationsWith(bug, source) : null
	if (migrations) modules.scratch.takeMigrationsFrom(migrations)
	else if (!isLoaded) throw new Error(`${bug.name}: the simulator does not load ${bug.file}`)
	return {
		modules,
		async close() {
			if (migrations) rmSync(migrations, { recursive: true, force: true })
			await server.close()
		},
	}
}

function migrationsWith({ file }: PlantedBug, source: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-planted-'))
	cpSync(join(PROJECT_ROOT, 'migrations'), folder, { recursive: true })
	writeFileSync(join(folder, basename(file)), source)
	return folder
}
