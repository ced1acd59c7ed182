import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { type BenchTable, markdownOf, plainTextOf } from './bench/bench-table.ts'
import { coldStart } from './bench/cold-start.ts'
import { engineReport } from './bench/engine-report.ts'
import { growth } from './bench/growth.ts'
import { pageWeights } from './bench/page-weights.ts'
import { buildStockWorker } from './bench/stock-worker.ts'
import { vitals } from './bench/vitals.ts'
import { workerCpu } from './bench/worker-cpu.ts'
import { ensureBuilt } from './local/build-worker.ts'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { startSite } from './site/site.ts'

const REPORT = 'docs/benchmarks.md'
const introduction = () => `# Benchmarks

Written by \`npm run bench\`. Bytes and trips are exact. Times are the least or the median of many tries, taken in turns
within one run: read the ratios, not the milliseconds. At the start of this run the machine had ${cpus().length} cores and a load of ${loadavg()[0]?.toFixed(1)}: above ${cpus().length}, other work ran beside it, and ratios near a goal are not to be trusted.
`

const say = console.info

// `npm run bench`: speed next to its comparisons (P1 to P15), into docs/benchmarks.md. Needs wrk.
await runProgram(async (program) => {
	const head = introduction()
	await ensureBuilt({ say })
	const tables: BenchTable[] = []
	const show = (...made: BenchTable[]) => {
		tables.push(...made)
		for (const table of made) say(plainTextOf(table))
	}
	say('Building the stock worker …')
	const stock = await buildStockWorker()
	show(engineReport())
	show(await coldStart(stock))
	const site = await startSite()
	try {
		show(...(await pageWeights(site, stock)))
		show(await workerCpu(site, stock))
		show(await vitals(site))
	} finally {
		await site.close()
	}
	show(await growth(say))
	writeFileSync(join(PROJECT_ROOT, REPORT), [head, ...tables.map(markdownOf)].join('\n'))
	say(`\nWritten to ${REPORT}.`)
	await program.stop()
})
