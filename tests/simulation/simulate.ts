import { parseArgs } from 'node:util'
import { planHistory, playHistory } from './history.ts'

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		days: { type: 'string', default: '7' },
		shops: { type: 'string', default: '5' },
		lines: { type: 'boolean', default: false },
	},
})

const plan = planHistory(values.seed, { days: Number(values.days), shops: Number(values.shops) })
const startedAt = performance.now()
const told = await playHistory(plan, { keepsLines: values.lines })
const seconds = (performance.now() - startedAt) / 1_000
if (values.lines) for (const line of told.lines) process.stdout.write(line)
console.info(`seed ${values.seed}: ${told.steps} steps, ${told.trips} writes, ${told.faults} faults, ${seconds.toFixed(1)} s, ${(plan.days / seconds).toFixed(2)} days a second`)
console.info(JSON.stringify(told.counts), told.hash.slice(0, 16))
for (const { at, what } of told.finds) console.info(`FIND at ${new Date(at).toISOString()}: ${what}`)
if (told.finds.length > 0) process.exitCode = 1
