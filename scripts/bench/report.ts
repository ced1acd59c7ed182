import { cpus, loadavg, release, totalmem } from 'node:os'
import { markdownOf } from './bench-table.ts'
import { type BenchResult, goalTable } from './goal.ts'
import type { Scale } from './scale.ts'

export type Machine = {
	date: string
	cpu: string
	cores: number
	memoryGb: number
	system: string
	node: string
	load: number
}

export function thisMachine(now: Date): Machine {
	const all = cpus()
	return {
		date: now.toISOString().slice(0, 10),
		cpu: all[0]?.model.trim() ?? 'unknown',
		cores: all.length,
		memoryGb: Math.round(totalmem() / 1024 ** 3),
		system: `${process.platform} ${release()}`,
		node: process.version,
		load: loadavg()[0] ?? Number.NaN,
	}
}

/** The whole report in Markdown: where and when, the goals, then each part. */
export function reportOf(machine: Machine, scale: Scale, { tables, goals }: BenchResult): string {
	const command = scale === 'deep' ? 'npm run bench -- --deep' : 'npm run bench'
	const { date, cpu, cores, memoryGb, system, node, load } = machine
	const introduction = `# Benchmarks

Written by \`${command}\`: change nothing by hand. ${date}, ${cores} cores of ${cpu}, ${memoryGb} GB, ${system}, Node ${node}. At the start the load was ${load.toFixed(1)}: above ${cores}, other work ran beside it, and ratios near a goal are not to be trusted.

Bytes and trips are exact. Times are the least or the median of many tries, taken in turns within one run: read the ratios, not the milliseconds.
`
	return [introduction, ...[goalTable(goals), ...tables].map(markdownOf)].join('\n')
}
