import type { BenchTable } from './bench-table.ts'
import { times } from './bench-table.ts'
import { engineTable } from './engine/engine-table.ts'

/** P8: the slot engine beside others, on the same rows. */
export function engineReport(): BenchTable {
	return {
		title: 'Slot engine (P8)',
		text: 'Seven days from database rows, medians of many short rounds; all engines agree on the answer first. Goals: 200 times as fast as the plain Date loop with 20 appointments, 350 times with 200.',
		columns: ['Task', 'Engine', 'Time', 'Beside ours', 'Goal'],
		rows: engineTable().map(({ task, engine, microseconds, timesEngine, goal }) => [
			task,
			engine,
			`${microseconds.toFixed(2)} µs`,
			times(timesEngine),
			goal === undefined ? '' : `at least ${goal} ×`,
		]),
	}
}
