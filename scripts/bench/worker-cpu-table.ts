import { type BenchTable, milliseconds, times } from './bench-table.ts'
import { allOf, atMost, type BenchResult, worstOf } from './goal.ts'
import { limits } from './limits.ts'
import { median, pairedRatio } from './statistics.ts'
import type { LoadCost } from './wrk-load.ts'

export type CpuRow = {
	name: string
	/** A page that visitors without cookies share. */
	isPublic: boolean
	trips: number
	samples: { ours: LoadCost; other: LoadCost }[]
}
type Effort = { rounds: number; seconds: number }

/**
 * The table of P9 with its goals. The first row is the page of P9a, the last one the noise. The second is that page
 * over kept streams alone (P9b): each sample is followed by one of a trip to a database of one table.
 */
export function cpuResult(rows: CpuRow[], oneTableMs: readonly number[], effort: Effort): BenchResult {
	const [timeSelection, overKeptStreams] = rows
	const noise = rows.at(-1)
	if (!timeSelection || !overKeptStreams || !noise) throw new Error('nothing was measured')
	const ratio = (row: CpuRow) => compareWithStock(row).median
	const ours = rows.filter((row) => row !== noise)
	const shared = ours.filter((row) => row.isPublic)
	const dearestShared = worstOf(shared, ratio)
	const { least, most } = compareWithStock(noise)
	const besideOneTable = pairedRatio(
		overKeptStreams.samples.map((sample, round) => ({
			ours: sample.ours.sqldMs / overKeptStreams.trips,
			other: oneTableMs[round] ?? Number.NaN,
		})),
	)
	return {
		tables: [table(rows, oneTableMs, effort)],
		goals: [
			atMost({
				id: 'P9a',
				what: 'CPU of the Worker per time selection from the primary, beside stock',
				limit: limits.P9a.timesStock,
				value: ratio(timeSelection),
				show: times,
				note: `a build against itself: ${times(least)} to ${times(most)}`,
			}),
			atMost({
				id: 'P9b',
				what: 'CPU of sqld per trip of time selection on a kept stream, beside a one-shot trip to one table',
				limit: limits.P9b.timesOneTable,
				value: besideOneTable.median,
				show: times,
				note: `${milliseconds(sqldPerTrip(overKeptStreams))} beside ${milliseconds(median(oneTableMs))}`,
			}),
			atMost({
				id: 'P9c',
				what: 'CPU of the Worker per public page without cookies, beside stock',
				limit: limits.P9c.timesStock,
				value: ratio(dearestShared),
				show: times,
				note: dearestShared.name,
			}),
			allOf(
				'P9c',
				'public pages without cookies that make no trip',
				shared.filter(({ trips }) => trips === 0).length,
				shared.length,
			),
		],
	}
}

function table(rows: CpuRow[], oneTableMs: readonly number[], { rounds, seconds }: Effort): BenchTable {
	const [first] = rows
	const stockMs = median((first?.samples ?? []).map(({ other }) => other.workerMs))
	const stockSqldMs = median((first?.samples ?? []).map(({ other }) => other.sqldMs))
	return {
		title: 'CPU of Worker and database per page (P9)',
		text: `CPU of workerd and of sqld, each by itself. The page and the page of stock alternate in wrk runs of ${seconds} s, ${rounds} times: medians of these pairs. Two requests at a time each have a kept stream.`,
		columns: ['Page', 'Worker', 'Beside stock', 'Least to most', 'Trips', 'sqld per trip', 'Both'],
		rows: [
			...rows.map((row) => {
				const { median: middle, least, most } = compareWithStock(row)
				const [worker, sqld] = [workerMs(row), sqldMs(row)]
				return [
					row.name,
					milliseconds(worker),
					times(middle),
					`${times(least)} to ${times(most)}`,
					String(row.trips),
					row.trips > 0 ? milliseconds(sqldPerTrip(row)) : '–',
					milliseconds(worker + sqld),
				]
			}),
			[
				'stock',
				milliseconds(stockMs),
				times(1),
				'',
				'1',
				milliseconds(stockSqldMs),
				milliseconds(stockMs + stockSqldMs),
			],
			['a database of one table, one-shot', '–', '', '', '1', milliseconds(median(oneTableMs)), ''],
		],
	}
}

function compareWithStock({ samples }: CpuRow) {
	return pairedRatio(samples.map(({ ours, other }) => ({ ours: ours.workerMs, other: other.workerMs })))
}

function workerMs({ samples }: CpuRow): number {
	return median(samples.map(({ ours }) => ours.workerMs))
}

function sqldMs({ samples }: CpuRow): number {
	return median(samples.map(({ ours }) => ours.sqldMs))
}

function sqldPerTrip(row: CpuRow): number {
	return sqldMs(row) / row.trips
}
