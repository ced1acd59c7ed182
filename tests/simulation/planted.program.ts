import { type PlantedBug, plantedBugs } from './planted-bugs.ts'
import { bugsOfWriter } from './planted-bugs-of-writer.ts'
import { bundlePlanted } from './planted-bundle.ts'
import { lastFound, plantedTable } from './planted-table.ts'
import { runBundle } from './run-bundle.ts'
import type { AskedSearch, SearchResult } from './search-planted.ts'

// `tsx tests/simulation/planted.program.ts [name…]`: looks for each planted mistake, in a process of its own. KINDS
// plays stories of those kinds alone, such as `customer,desk`, which is faster. `--list` prints them all, with where
// each was last found; the tests of the one writer look for its own each time.

const BUDGET_MS = Number(process.env.BUDGET_SECONDS ?? 300) * 1_000
const AT_ONCE = Number(process.env.AT_ONCE ?? 2)

const KINDS = process.env.KINDS?.split(',')

const asked = process.argv.slice(2)
if (asked.includes('--list')) {
	console.info(plantedTable(plantedBugs, bugsOfWriter))
	process.exit(0)
}
const waiting = plantedBugs.filter(({ name }) => asked.length === 0 || asked.includes(name))
const results: SearchResult[] = []
await Promise.all(
	Array.from({ length: AT_ONCE }, async () => {
		for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
			const result = await searched(bug)
			results.push(result)
			const found = result.find === null ? 'NOT FOUND' : `seed ${result.seed}: ${result.find.slice(0, 110)}`
			console.info(`${bug.name.padEnd(44)} ${result.seconds.toFixed(1).padStart(6)} s  ${found}`)
			console.info(`${'before:'.padStart(44)} ${lastFound(bug)}`)
		}
	}),
)
const found = results.filter(({ find }) => find !== null).length
console.info(`${found} of ${results.length} found`)

async function searched(bug: PlantedBug): Promise<SearchResult> {
	const { bundle, migrations, remove } = await bundlePlanted(bug)
	try {
		return await runBundle<AskedSearch, SearchResult>(bundle, {
			budgetMs: BUDGET_MS,
			migrations,
			kinds: KINDS,
		})
	} finally {
		remove()
	}
}
