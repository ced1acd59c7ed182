import { milliseconds, times } from './bench-table.ts'
import { atLeast, atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { median, pairedRatio } from './statistics.ts'

/** Milliseconds of sqld's CPU per write, and writes per second. */
export type WriteCost = { sqldMs: number; perSecond: number }
/** Writes through the one writer, and right after them writes in separate trips. */
export type WritePair = { ours: WriteCost; other: WriteCost }
type Effort = { callers: number; seconds: number }

/** The table of P19 and P20 with their goals. */
export function writesResult(pairs: readonly WritePair[], { callers, seconds }: Effort): BenchResult {
	const compare = (figure: keyof WriteCost) =>
		pairedRatio(pairs.map(({ ours, other }) => ({ ours: ours[figure], other: other[figure] })))
	const [cpu, pace] = [compare('sqldMs'), compare('perSecond')]
	const row = (name: string, costs: readonly WriteCost[]) => [
		name,
		milliseconds(median(costs.map(({ sqldMs }) => sqldMs))),
		median(costs.map(({ perSecond }) => perSecond)).toFixed(0),
	]
	const range = ({ least, most }: typeof cpu) => `${times(least)} to ${times(most)}`
	return {
		tables: [
			{
				title: 'Small writes (P19, P20)',
				text: `one row into a table without triggers. The one writer, and trips to a sqld with two connections, alternate in runs of ${seconds} s, ${pairs.length} times: medians.`,
				columns: ['How', 'CPU of sqld per write', 'Writes a second'],
				rows: [
					row(
						'through the one writer',
						pairs.map(({ ours }) => ours),
					),
					row(
						'one-shot',
						pairs.map(({ other }) => other),
					),
					['beside each other', times(cpu.median), times(pace.median)],
					['least to most', range(cpu), range(pace)],
				],
			},
		],
		goals: [
			atMost({
				id: 'P19',
				what: `CPU of sqld per small write, ${callers} callers, beside one-shot`,
				limit: limits.P19.timesOneShot,
				value: cpu.median,
				show: times,
			}),
			atLeast({
				id: 'P20',
				what: `small writes a second, ${callers} callers, beside one-shot`,
				limit: limits.P20.timesOneShot,
				value: pace.median,
				show: times,
			}),
		],
	}
}
