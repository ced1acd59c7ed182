import { type Job, runSweeper } from '#app/flows/jobs/run-sweeper.server.ts'
import { jobGroups } from '#app/flows/lists/jobs.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Rough } from '../faults.ts'
import type { Teller } from '../teller.ts'

/** What deletes and compares alone: its run is many trips, and what it does can be hours late. */
const seldomRun = ['0-59 * * * *', '*/1 0-23 * * *']
const isSeldomRun = (expression: string) => seldomRun.includes(expression)
/** How often it runs beside the others. */
const SELDOM = 0.25
/** Runs that break off somewhere between two of their trips, and how likely each trip is the one. */
const ROUGH_RUNS = 0.15
const ROUGH = 0.1

/** One run of those groups of the cron, or of all: one after the other, or all at once as the platform may. */
export async function runCron(
	me: Teller,
	{
		atOnce = false,
		groups = Object.values(jobGroups),
		rough,
	}: { atOnce?: boolean; groups?: (readonly Job[])[]; rough?: Rough } = {},
): Promise<void> {
	const runs = groups.map((jobs) => () => me.ask('cron', (deps) => runSweeper({ ...deps, jobs }), rough))
	if (atOnce) await me.together(...runs)
	else for (const run of runs) await run()
}

/** The cron until that time: now and then it is missing for hours, or runs twice at once. */
export async function cronStory(me: Teller, endsAt: number): Promise<void> {
	const { random } = me
	const someGroups = () =>
		Object.entries(jobGroups)
			.filter(([expression]) => !isSeldomRun(expression) || random.chance(SELDOM))
			.map(([, jobs]) => jobs)
	while (me.now() < endsAt) {
		const minutes = 1 + random.below(random.chance(0.3) ? 120 : 30)
		await me.wait(random.chance(0.03) ? random.below(8 * HOUR_MS) : minutes * MINUTE_MS)
		const rough = random.chance(ROUGH_RUNS) ? { tripsWithFault: ROUGH } : undefined
		if (random.chance(0.1)) await me.together(...[0, 1].map(() => () => runCron(me, { atOnce: true })))
		else await runCron(me, { groups: someGroups(), ...(rough && { rough }) })
	}
}
