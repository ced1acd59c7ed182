import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type HistoryPlan, planHistory, playHistory, type Told } from './history.ts'
import { partsOf, playInProcesses, type Totals } from './in-processes.ts'
import { sentencesOf, shrink } from './shrink.ts'

const USAGE = `npm run simulate -- [--seed N] [--seeds N] [--processes 1] [--days 7] [--shops 5] [--only 'story,story'] [--calm 'story,story'] [--lines] [--whole]
Plays days of shops from a seed, or from that many seeds, in that many processes at once. A find is shrunk, and told with the line that replays it; --whole leaves it as it is.`

/** How long a find is shrunk. */
const SHRUNK_IN_MS = 120_000

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		seeds: { type: 'string', default: '1' },
		processes: { type: 'string', default: '1' },
		days: { type: 'string', default: '7' },
		shops: { type: 'string', default: '5' },
		only: { type: 'string' },
		calm: { type: 'string' },
		whole: { type: 'boolean', default: false },
		lines: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})
const days = positive('days', values.days)
const shops = positive('shops', values.shops)
const count = positive('seeds', values.seeds)
const processes = positive('processes', values.processes)
if (values.help) console.info(USAGE)
else {
	const totals = processes > 1 ? await simulateInProcesses() : await simulateHere()
	if (process.send) process.send(totals)
	else if (count > 1) tell(totals)
	if (totals.found > 0) process.exitCode = 1
}

async function simulateHere(): Promise<Totals> {
	const totals: Totals = { seeds: count, found: 0, days: 0, appointments: 0, seconds: 0 }
	for (let i = 0; i < count; i++) {
		const seed = count === 1 ? values.seed : String(Number(values.seed) + i)
		const { isFound, appointments, seconds } = await simulate(seed)
		totals.found += isFound ? 1 : 0
		totals.days += days
		totals.appointments += appointments
		totals.seconds += seconds
	}
	return totals
}

/** Each process gets these arguments, with its own seeds: of an option that is given twice the last one counts. */
function simulateInProcesses(): Promise<Totals> {
	const parts = partsOf(Number(values.seed), count, processes).map((part) => [
		...process.argv.slice(2),
		...['--processes', '1', '--seed', String(part.first), '--seeds', String(part.count)],
	])
	return playInProcesses(fileURLToPath(import.meta.url), parts)
}

function tell({ seeds, found, days: played, appointments, seconds }: Totals): void {
	console.info(`${seeds} seeds, ${found} with a find, ${rates(played, appointments, seconds)}`)
}

function rates(played: number, appointments: number, seconds: number): string {
	return `${(played / seconds).toFixed(2)} days and ${(appointments / seconds).toFixed(1)} appointments a second`
}

async function simulate(seed: string): Promise<{ isFound: boolean; appointments: number; seconds: number }> {
	const plan = narrowed(planHistory(seed, { days, shops }))
	const startedAt = performance.now()
	const told = await playHistory(plan, { keepsLines: values.lines || values.only !== undefined })
	const seconds = (performance.now() - startedAt) / 1_000
	if (values.lines) for (const line of told.lines) process.stdout.write(line)
	const appointments = told.counts.appointments ?? 0
	const isFound = told.finds.length > 0
	console.info(
		`seed ${seed}: ${told.steps} steps, ${told.trips} writes, ${told.faults} faults, ${seconds.toFixed(1)} s, ${rates(days, appointments, seconds)}, history ${told.hash.slice(0, 16)}`,
	)
	console.info(
		Object.entries(told.counts)
			.map(([what, count]) => `${count} ${what}`)
			.join(', '),
	)
	if (!isFound) return { isFound, appointments, seconds }
	for (const { at, what } of told.finds) console.info(`FIND at ${new Date(at).toISOString()}: ${what}`)
	if (!values.whole && values.only === undefined) await tellShrunk(plan, told)
	else if (!values.whole)
		for (const sentence of sentencesOf(told, plan.startsAt)) console.info(`  ${sentence}`)
	return { isFound, appointments, seconds }
}

async function tellShrunk(plan: HistoryPlan, told: Told): Promise<void> {
	const startedAt = performance.now()
	const shrunk = await shrink(plan, told, {
		budgetMs: SHRUNK_IN_MS,
		elapsedMs: () => performance.now() - startedAt,
	})
	const again = await playHistory(shrunk, { keepsLines: true })
	console.info(`\nShrunk to ${shrunk.stories.length} of ${plan.stories.length} stories:`)
	for (const sentence of sentencesOf(again, plan.startsAt)) console.info(`  ${sentence}`)
	const only = shrunk.stories.map(({ id }) => id).join(',')
	const calm = shrunk.stories.flatMap(({ id, hasFaults }) => (hasFaults ? [] : [id])).join(',')
	console.info(
		`\nReplay: npm run simulate -- --seed ${plan.seed} --days ${days} --shops ${shops} --only '${only}' --calm '${calm}'`,
	)
}

/** The stories that were asked for, and those of them without faults. */
function narrowed(plan: HistoryPlan): HistoryPlan {
	const only = values.only?.split(',')
	const calm = values.calm?.split(',') ?? []
	const stories = plan.stories
		.filter(({ id }) => only === undefined || only.includes(id))
		.map((story) => (calm.includes(story.id) ? { ...story, hasFaults: false } : story))
	return { ...plan, stories }
}

function positive(name: string, text: string): number {
	const number = Number(text)
	if (Number.isInteger(number) && number > 0) return number
	console.error(`--${name} is a whole number above 0.\n${USAGE}`)
	process.exit(2)
}
