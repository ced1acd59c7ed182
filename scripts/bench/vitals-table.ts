import { atMost, type BenchResult, worstOf } from './goal.ts'
import { limits } from './limits.ts'

export type Line = {
	name: string
	latencyMs: number
	downKbit: number
	upKbit: number
	cpu: number
	/** The goal for LCP. */
	goalMs: number
}
/** Milliseconds. */
export type Vitals = { lcp: number; inp: number }
export type VitalsRow = { path: string; line: Line; seen: Vitals[] }

/** The table of P12 with its goals. */
export function vitalsResult(rows: VitalsRow[], attempts: number): BenchResult {
	const least = rows.map(({ path, line, seen }) => ({ path, line, ...leastVitals(seen) }))
	const lines = [...new Set(rows.map(({ line }) => line))]
	const slowest = lines.map((line) =>
		worstOf(
			least.filter((row) => row.line === line),
			({ lcp }) => lcp,
		),
	)
	const slowestTap = worstOf(least, ({ inp }) => inp)
	return {
		tables: [
			{
				title: 'Web vitals on a slow phone (P12)',
				text: `Chromium at 360 × 740, slowed as Lighthouse does it, the least of ${attempts} first views each; then one tap. HTML is uncompressed here.`,
				columns: ['Page', 'Line', 'LCP', 'Goal', 'INP'],
				rows: least.map(({ path, line, lcp, inp }) => [
					path,
					line.name,
					seconds(lcp),
					`${(line.goalMs / 1_000).toFixed(1)} s`,
					wholeMs(inp),
				]),
			},
		],
		goals: [
			...slowest.map(({ path, line, lcp }) =>
				atMost({
					id: 'P12',
					what: `LCP on ${line.name}`,
					limit: line.goalMs,
					value: lcp,
					show: seconds,
					note: path,
				}),
			),
			atMost({
				id: 'P12',
				what: 'INP',
				limit: limits.P12.inpMs,
				value: slowestTap.inp,
				show: wholeMs,
				note: `${slowestTap.path}, ${slowestTap.line.name}`,
			}),
		],
	}
}

function leastVitals(seen: Vitals[]): Vitals {
	const least = (read: (vitals: Vitals) => number) => Math.min(...seen.map(read))
	return {
		lcp: least(({ lcp }) => lcp),
		inp: least(({ inp }) => inp),
	}
}

function seconds(value: number): string {
	return `${(value / 1_000).toFixed(2)} s`
}

function wholeMs(value: number): string {
	return `${value.toFixed(0)} ms`
}
