import { parseArgs } from 'node:util'
import { bundle } from '#tests/support/bundle.ts'
import { type AskedSeeds, ratesOf, type Totals } from './play-seeds.ts'
import { runBundle } from './run-bundle.ts'

const USAGE = `npm run simulate -- [--seed N] [--seeds N] [--processes 1] [--days 7] [--shops 5] [--kinds 'kind,kind'] [--only 'story,story'] [--calm 'story,story'] [--lines] [--whole]
Plays days of shops from a seed, or from that many seeds, in that many processes at once. A find is shrunk, and told with the line that replays it; --whole leaves it as it is. --kinds plays those kinds of stories alone.`

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		seeds: { type: 'string', default: '1' },
		processes: { type: 'string', default: '1' },
		days: { type: 'string', default: '7' },
		shops: { type: 'string', default: '5' },
		kinds: { type: 'string' },
		only: { type: 'string' },
		calm: { type: 'string' },
		whole: { type: 'boolean', default: false },
		lines: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})
if (values.help) console.info(USAGE)
else await simulate()

async function simulate(): Promise<void> {
	const count = positive('seeds', values.seeds)
	const seeds =
		count === 1 ? [values.seed] : Array.from({ length: count }, (_, i) => String(Number(values.seed) + i))
	const processes = Math.min(count, positive('processes', values.processes))
	const asked: Omit<AskedSeeds, 'seeds'> = {
		size: { days: positive('days', values.days), shops: positive('shops', values.shops) },
		kinds: values.kinds?.split(','),
		only: values.only?.split(','),
		calm: values.calm?.split(',') ?? [],
		isWhole: values.whole,
		withLines: values.lines,
	}
	const player = await bundle('simulation/play-seeds.program.ts')
	try {
		const all = await Promise.all(
			partsOf(seeds, processes).map((part) =>
				runBundle<AskedSeeds, Totals>(player, { ...asked, seeds: part }),
			),
		)
		const found = sumOf(all, ({ found }) => found)
		if (count > 1) console.info(`${count} seeds, ${found} with a find, ${ratesOf(together(all))}`)
		if (found > 0) process.exitCode = 1
	} finally {
		player.remove()
	}
}

/** What several processes played at once takes as long as the slowest of them. */
function together(all: readonly Totals[]): Totals {
	return {
		found: sumOf(all, ({ found }) => found),
		days: sumOf(all, ({ days }) => days),
		appointments: sumOf(all, ({ appointments }) => appointments),
		seconds: Math.max(...all.map(({ seconds }) => seconds)),
		cpuSeconds: sumOf(all, ({ cpuSeconds }) => cpuSeconds),
	}
}

function sumOf(all: readonly Totals[], count: (one: Totals) => number): number {
	return all.reduce((sum, one) => sum + count(one), 0)
}

/** `parts` lists of nearly equal length. */
function partsOf(seeds: readonly string[], parts: number): string[][] {
	const begin = (part: number) => Math.floor((part * seeds.length) / parts)
	return Array.from({ length: parts }, (_, part) => seeds.slice(begin(part), begin(part + 1)))
}

function positive(name: string, text: string): number {
	const number = Number(text)
	if (Number.isInteger(number) && number > 0) return number
	console.error(`--${name} is a whole number above 0.\n${USAGE}`)
	process.exit(2)
}
