import { times } from './bench-table.ts'
import { engineTable } from './engine/engine-table.ts'
import { atLeast, type BenchResult } from './goal.ts'

/** P8: the slot engine beside a plain Date loop, on the same rows. */
export function engineReport(): BenchResult {
	const rows = engineTable()
	const microseconds = (value: number) => `${value.toFixed(2)} µs`
	const table = {
		title: 'Slot engine (P8)',
		text: 'seven days from database rows, medians of many short rounds.',
		columns: ['Task', 'Engine', 'Plain Date loop', 'Beside ours'],
		rows: rows.map(({ task, engine, dateLoop }) => [
			task,
			microseconds(engine),
			microseconds(dateLoop),
			times(dateLoop / engine),
		]),
	}
	const goals = rows.map(({ task, engine, dateLoop, goal }) =>
		atLeast({
			id: 'P8',
			what: `slot engine beside a plain Date loop, ${task}`,
			limit: goal,
			value: dateLoop / engine,
			show: times,
		}),
	)
	return { tables: [table], goals }
}
