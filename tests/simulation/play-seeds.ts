import {
	type HistoryPlan,
	type HistoryResult,
	type HistorySize,
	planHistory,
	playHistory,
} from './history.ts'
import { sentencesOf, shrink } from './shrink.ts'

/** The seeds to play, and how. `kinds`, `only`: stories of those kinds or ids alone; `calm`: those without faults. */
export type AskedSeeds = {
	seeds: string[]
	size: HistorySize
	kinds?: string[]
	only?: string[]
	calm: string[]
	/** A find is not shrunk. */
	isWhole: boolean
	withLines: boolean
}

/** What seeds came to. `seconds`: of playing, without shrinking; `cpuSeconds`: of the processor. */
export type Totals = {
	found: number
	days: number
	appointments: number
	seconds: number
	cpuSeconds: number
}

/** How long a find is shrunk. */
const SHRUNK_IN_MS = 120_000

/** Plays one seed after the other, and prints what each came to. */
export async function playSeeds(asked: AskedSeeds): Promise<Totals> {
	const totals: Totals = { found: 0, days: 0, appointments: 0, seconds: 0, cpuSeconds: 0 }
	for (const seed of asked.seeds) {
		const one = await playSeed(seed, asked)
		totals.found += one.found
		totals.days += one.days
		totals.appointments += one.appointments
		totals.seconds += one.seconds
		totals.cpuSeconds += one.cpuSeconds
	}
	return totals
}

/** `0.31 days and 52.0 appointments a second`. */
export function ratesOf({ days, appointments, seconds, cpuSeconds }: Totals): string {
	const bySecond = `${(days / seconds).toFixed(2)} days and ${(appointments / seconds).toFixed(1)} appointments a second`
	return `${bySecond}, ${(appointments / cpuSeconds).toFixed(1)} appointments a second of the processor`
}

async function playSeed(seed: string, asked: AskedSeeds): Promise<Totals> {
	const { size, only, isWhole, withLines } = asked
	const plan = narrowed(planHistory(seed, size), asked)
	const startedAt = performance.now()
	const cpuBefore = process.cpuUsage()
	const told = await playHistory(plan, { keepsLines: withLines || only !== undefined })
	const { user, system } = process.cpuUsage(cpuBefore)
	const totals: Totals = {
		found: told.finds.length > 0 ? 1 : 0,
		days: size.days,
		appointments: told.counts.appointments ?? 0,
		seconds: (performance.now() - startedAt) / 1_000,
		cpuSeconds: (user + system) / 1e6,
	}
	if (withLines) for (const line of told.lines) process.stdout.write(line)
	console.info(
		`seed ${seed}: ${told.steps} steps, ${told.trips} writes, ${told.faults} faults, ${totals.seconds.toFixed(1)} s, ${ratesOf(totals)}, history ${told.hash.slice(0, 16)}`,
	)
	const counts = Object.entries(told.counts).map(([what, count]) => `${count} ${what}`)
	console.info(counts.join(', '))
	for (const { at, what } of told.finds) console.info(`FIND at ${new Date(at).toISOString()}: ${what}`)
	if (told.finds.length === 0 || isWhole) return totals
	if (only === undefined) await tellShrunk(plan, told)
	else tellHistory(told, plan)
	return totals
}

async function tellShrunk(plan: HistoryPlan, told: HistoryResult): Promise<void> {
	const startedAt = performance.now()
	const shrunk = await shrink(plan, told, {
		budgetMs: SHRUNK_IN_MS,
		elapsedMs: () => performance.now() - startedAt,
	})
	const again = await playHistory(shrunk, { keepsLines: true })
	console.info(`\nShrunk to ${shrunk.stories.length} of ${plan.stories.length} stories:`)
	tellHistory(again, plan)
	const only = shrunk.stories.map(({ id }) => id).join(',')
	const calm = shrunk.stories.flatMap(({ id, hasFaults }) => (hasFaults ? [] : [id])).join(',')
	console.info(
		`\nReplay: npm run simulate -- --seed ${plan.seed} --days ${plan.days} --shops ${plan.shops} --only '${only}' --calm '${calm}'`,
	)
}

function tellHistory(told: HistoryResult, { startsAt }: HistoryPlan): void {
	for (const sentence of sentencesOf(told, startsAt)) console.info(`  ${sentence}`)
}

function narrowed(plan: HistoryPlan, { kinds, only, calm }: AskedSeeds): HistoryPlan {
	const stories = plan.stories
		.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
		.filter(({ id }) => only === undefined || only.includes(id))
		.map((story) => (calm.includes(story.id) ? { ...story, hasFaults: false } : story))
	return { ...plan, stories }
}
