import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Machine, machineWords } from '#scripts/local/this-machine.ts'
import { type BenchTable, toMarkdown, toPlainText } from './bench/bench-table.ts'
import { bookings } from './bench/bookings.ts'
import { coldStart } from './bench/cold-start.ts'
import { engineReport } from './bench/engine-report.ts'
import { type BenchResult, goalTable } from './bench/goal.ts'
import { growth } from './bench/growth.ts'
import { lighthouse } from './bench/lighthouse.ts'
import { minute } from './bench/minute.ts'
import { pageWeights } from './bench/page-weights.ts'
import type { Scale } from './bench/scale.ts'
import { shopImport } from './bench/shop-import.ts'
import { soak } from './bench/soak.ts'
import { buildStockWorker } from './bench/stock-worker.ts'
import { vitals } from './bench/vitals.ts'
import { workerCpu } from './bench/worker-cpu.ts'
import { writes } from './bench/writes.ts'
import { requireWrk } from './bench/wrk-load.ts'
import { ensureBuilt } from './local/build-worker.ts'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import { thisMachine } from './local/this-machine.ts'
import { type Site, startSite } from './site/site.ts'

const REPORT = 'docs/benchmarks.md'
const say = console.info

type Context = { scale: Scale; stock: string }
const parts: Record<string, (context: Context) => Promise<BenchResult> | BenchResult> = {
	engine: () => engineReport(),
	start: ({ stock }) => onSite((site) => coldStart(site, stock)),
	weights: ({ stock }) => onSite((site) => pageWeights(site, stock)),
	cpu: ({ stock, scale }) => onSite((site) => workerCpu(site, stock, scale)),
	writes: ({ scale }) => writes(scale),
	bookings: ({ stock, scale }) => bookings(stock, scale),
	lighthouse: ({ scale }) => onSite((site) => lighthouse(site, scale)),
	vitals: ({ scale }) => onSite((site) => vitals(site, scale)),
	growth: ({ scale }) => growth(scale, say),
	import: ({ scale }) => shopImport(scale),
	minute: ({ stock, scale }) => minute(stock, scale, say),
	memory: ({ scale }) => onSite((site) => soak(site, scale)),
}

const partsWithWrk = ['cpu', 'bookings', 'minute', 'memory']

// `npm run bench [-- part…] [-- --quick | --deep]`: speed next to its goals (P1 to P20). Four parts need wrk. All parts
// together, unless quick, write the report.
await runProgram(async (program) => {
	const { wanted, scale } = readArguments(process.argv.slice(2))
	if (wanted.some((name) => partsWithWrk.includes(name))) requireWrk()
	const machine = thisMachine(new Date())
	await ensureBuilt({ say })
	say('Building the stock worker …')
	const stock = await buildStockWorker()
	const result: BenchResult = { tables: [], goals: [] }
	for (const name of wanted) {
		const startedAt = performance.now()
		const { tables, goals } = (await parts[name]?.({ scale, stock })) ?? { tables: [], goals: [] }
		result.tables.push(...tables)
		result.goals.push(...goals)
		for (const table of tables) say(toPlainText(table))
		say(`(${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s)`)
	}
	say(toPlainText(goalTable(result.goals)))
	if (scale !== 'quick' && wanted.length === Object.keys(parts).length) {
		writeFileSync(join(PROJECT_ROOT, REPORT), formatReport(machine, scale, result))
		say(`\nWritten to ${REPORT}.`)
	}
	await program.stop()
})

function readArguments(words: string[]): { wanted: string[]; scale: Scale } {
	const named = words.filter((word) => !word.startsWith('--'))
	const flags = words.filter((word) => word.startsWith('--'))
	const unknown = [
		...named.filter((name) => !(name in parts)),
		...flags.filter((flag) => !['--quick', '--deep'].includes(flag)),
	]
	if (unknown.length > 0) {
		const choice = Object.keys(parts).join(', ')
		throw new StartProblem(`The bench has no "${unknown[0]}": choose from ${choice}, --quick and --deep.`)
	}
	const scale = flags.includes('--deep') ? 'deep' : flags.includes('--quick') ? 'quick' : 'normal'
	return { wanted: named.length > 0 ? [...new Set(named)] : Object.keys(parts), scale }
}

/** A site for each part: the bookings of one part do not affect the next. */
async function onSite(work: (site: Site) => Promise<BenchResult>): Promise<BenchResult> {
	const site = await startSite()
	try {
		return await work(site)
	} finally {
		await site.close()
	}
}

/** The report in Markdown: machine and date, the goals, and how each was measured. The tables stay on the terminal. */
function formatReport(machine: Machine, scale: Scale, { tables, goals }: BenchResult): string {
	const command = scale === 'deep' ? 'npm run bench -- --deep' : 'npm run bench'
	const { date, cores, load } = machine
	const introduction = `# Benchmarks

Written by \`${command}\`: change nothing by hand. ${date}, ${machineWords(machine)}. At the start the load was ${load.toFixed(1)}: above ${cores}, other work ran beside it, and ratios near a goal are not to be trusted.

Bytes and trips are exact. Times are the least or the median of many tries, taken in turns: read the ratios, not the milliseconds. Stock is the worker of \`scripts/bench/stock\`: one page of Remix 2 as its template has it, with one trip. \`npm test\` asserts P3, P4, P6, P9d and P18. The terminal prints the figures behind each goal.
`
	const ways = tables.flatMap(({ title, text }: BenchTable) => (text ? [`- **${title}**: ${text}`] : []))
	return [introduction, toMarkdown(goalTable(goals)), '## How each is measured\n', ...ways, ''].join('\n')
}
