import { type Machine, machineWords } from '#scripts/local/this-machine.ts'
import { markdownOf } from './bench-table.ts'
import { type BenchResult, goalTable } from './goal.ts'
import type { Scale } from './scale.ts'

/** The whole report in Markdown: where and when, the goals, then each part. */
export function reportOf(machine: Machine, scale: Scale, { tables, goals }: BenchResult): string {
	const command = scale === 'deep' ? 'npm run bench -- --deep' : 'npm run bench'
	const { date, cores, load } = machine
	const introduction = `# Benchmarks

Written by \`${command}\`: change nothing by hand. ${date}, ${machineWords(machine)}. At the start the load was ${load.toFixed(1)}: above ${cores}, other work ran beside it, and ratios near a goal are not to be trusted.

Bytes and trips are exact. Times are the least or the median of many tries, taken in turns within one run: read the ratios, not the milliseconds.
`
	return [introduction, ...[goalTable(goals), ...tables].map(markdownOf)].join('\n')
}
