import { type Machine, machineWords } from '#scripts/local/this-machine.ts'
import { type BenchTable, markdownOf } from './bench-table.ts'
import { type BenchResult, goalTable } from './goal.ts'
import type { Scale } from './scale.ts'

/** The report in Markdown: machine and date, the goals, and how each was measured. The tables stay on the terminal. */
export function reportOf(machine: Machine, scale: Scale, { tables, goals }: BenchResult): string {
	const command = scale === 'deep' ? 'npm run bench -- --deep' : 'npm run bench'
	const { date, cores, load } = machine
	const introduction = `# Benchmarks

Written by \`${command}\`: change nothing by hand. ${date}, ${machineWords(machine)}. At the start the load was ${load.toFixed(1)}: above ${cores}, other work ran beside it, and ratios near a goal are not to be trusted.

Bytes and trips are exact. Times are the least or the median of many tries, taken in turns: read the ratios, not the milliseconds. Stock is the worker of \`scripts/bench/stock\`: one page of Remix 2 as its template has it, with one trip. \`npm test\` asserts P3, P4, P6, P9d and P18. The terminal prints the figures behind each goal.
`
	const ways = tables.flatMap(({ title, text }: BenchTable) => (text ? [`- **${title}**: ${text}`] : []))
	return [introduction, markdownOf(goalTable(goals)), '## How each is measured\n', ...ways, ''].join('\n')
}
