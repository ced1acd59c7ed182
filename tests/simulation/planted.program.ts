import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { plantedBugs } from './planted-bugs.ts'
import { findPlanted, type PlantedResult } from './planted-run.ts'

// `tsx tests/simulation/planted.program.ts [name…]`: looks for each planted mistake, in a process of its own.

const BUDGET_MS = Number(process.env.BUDGET_SECONDS ?? 300) * 1_000
const AT_ONCE = Number(process.env.AT_ONCE ?? 2)

if (process.send) {
	const bug = plantedBugs.find(({ name }) => name === process.argv[2])
	if (!bug) throw new Error(`no planted bug ${process.argv[2]}`)
	const result = await findPlanted(bug, { budgetMs: BUDGET_MS })
	// An exit would lose a message that is still on its way.
	await new Promise((sent) => process.send?.(result, undefined, undefined, sent))
	process.exit()
}

const asked = process.argv.slice(2)
const waiting = plantedBugs.filter(({ name }) => asked.length === 0 || asked.includes(name))
const results: PlantedResult[] = []
await Promise.all(
	Array.from({ length: AT_ONCE }, async () => {
		for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
			const result = await inProcess(bug.name)
			results.push(result)
			const found = result.find === null ? 'NOT FOUND' : `seed ${result.seed}: ${result.find.slice(0, 110)}`
			console.info(`${result.name.padEnd(44)} ${String(result.seconds).padStart(6)} s  ${found}`)
		}
	}),
)
const found = results.filter(({ find }) => find !== null).length
console.info(`${found} of ${results.length} found`)

function inProcess(name: string): Promise<PlantedResult> {
	return new Promise((resolve, reject) => {
		const child = fork(fileURLToPath(import.meta.url), [name], { execArgv: process.execArgv })
		child.once('message', (result) => resolve(result as PlantedResult))
		child.once('exit', (code) => {
			if (code !== 0) reject(new Error(`${name}: the process ended with ${code}`))
		})
	})
}
