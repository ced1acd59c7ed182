import { times } from './bench-table.ts'
import { engineTable } from './engine/engine-table.ts'
import { atLeast, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'

/** P8: the slot engine beside a plain Date loop, on the same rows. */
export function engineReport(): BenchResult {
	const rows = engineTable()
	const table = {
		title: 'Slot engine (P8)',
		text: `Seven days from database rows, medians of many short rounds; both engines agree on the answer first. Goals: ${limits.P8.timesDateLoop.with20} times as fast as the plain Date loop with 20 appointments, ${limits.P8.timesDateLoop.with200} times with 200.`,
		columns: ['Task', 'Engine', 'Time', 'Beside ours', 'Goal'],
		rows: rows.map(({ task, engine, microseconds, timesEngine, goal }) => [
			task,
			engine,
			`${microseconds.toFixed(2)} µs`,
			times(timesEngine),
			goal === undefined ? '' : `at least ${goal} ×`,
		]),
	}
	const goals = rows.flatMap(({ task, engine, timesEngine, goal }) => {
		if (goal === undefined) return []
		const what = `slot engine beside a ${engine}, ${task}`
		return [atLeast({ id: 'P8', what, limit: goal, value: timesEngine, show: times })]
	})
	return { tables: [table], goals }
}
