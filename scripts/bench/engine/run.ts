import { engineTable } from './engine-table.ts'

/** `tsx scripts/bench/engine/run.ts` prints the table of the slot engine alone: microseconds, and times the engine. */
for (const { task, engine, microseconds, timesEngine, goal } of engineTable()) {
	const own = goal === undefined ? '' : ` (goal: at least ${goal} ×)`
	console.info(`${task} · ${engine} · ${microseconds.toFixed(2)} µs · ${timesEngine.toFixed(1)} ×${own}`)
}
