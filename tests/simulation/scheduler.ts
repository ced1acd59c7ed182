import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { pseudoRandom } from '#db/seed/pseudo-random.ts'
import type { InProcessSettings } from './database-in-process.ts'
import { watchThreadWork } from './thread-work.ts'

/** The most milliseconds of simulated time that one step takes. */
const MAX_STEP_MS = 20

type Parked = { name: string; dueAt: Instant; goOn: () => void }

/** Owns the time and every wait of a simulated history. One seed gives one order of steps. */
export type Scheduler = {
	now: Clock
	/** What happened, a line for each step: the simulated time and the name. */
	history: string[]
	/** Waits in simulated time: the machine does not wait. */
	pause(milliseconds: number): Promise<void>
	/** Settings of a database in process whose trips each wait for their step. */
	tripsOf(actor: string): Required<InProcessSettings>
	/** Lets the actors act until all have ended. Throws what an actor throws. */
	run(actors: Readonly<Record<string, () => Promise<unknown>>>): Promise<void>
}

export function createScheduler(seed: string, startsAt: Instant): Scheduler {
	const random = pseudoRandom(`steps of ${seed}`)
	const history: string[] = []
	let at = startsAt
	let parked: Parked[] = []
	let endsOfTurn: (() => void)[] = []

	const park = (name: string, dueAt: Instant) =>
		new Promise<void>((goOn) => {
			parked.push({ name, dueAt, goOn })
		})

	/** Until all that goes on by itself has ended: then everything waits for a step. */
	async function settle(isBusy: () => boolean): Promise<void> {
		for (;;) {
			await turnOfEventLoop()
			if (isBusy()) continue
			const ends = endsOfTurn
			if (ends.length === 0) return
			endsOfTurn = []
			for (const end of ends) end()
		}
	}

	/** Of what is due, the seed chooses; where nothing is, time passes until something is. */
	function step(): void {
		if (parked.length === 0) throw new Error('no actor has ended, and none waits for a step')
		at = Math.max(at, Math.min(...parked.map(({ dueAt }) => dueAt)))
		// By name: work on other threads may have ended in another order.
		const due = parked.filter(({ dueAt }) => dueAt <= at).sort((a, b) => (a.name < b.name ? -1 : 1))
		const chosen = random.pick(due)
		parked = parked.filter((one) => one !== chosen)
		history.push(`${at - startsAt} ${chosen.name}`)
		at += 1 + random.below(MAX_STEP_MS)
		chosen.goOn()
	}

	return {
		now: () => at,
		history,
		pause: (milliseconds) => park('pause', at + milliseconds),
		tripsOf: (actor) => ({
			async trip(mode, send) {
				await park(`${actor}: ${mode}`, at)
				return await send()
			},
			afterTurn: (work) => endsOfTurn.push(work),
		}),
		async run(actors) {
			const threads = watchThreadWork()
			const acting = new Set(Object.keys(actors))
			const failures: unknown[] = []
			for (const [name, act] of Object.entries(actors))
				park(`${name} begins`, at)
					.then(act)
					.catch((error) => failures.push(error))
					.finally(() => acting.delete(name))
			try {
				for (await settle(threads.isBusy); acting.size > 0; await settle(threads.isBusy)) step()
			} finally {
				threads.stop()
			}
			if (failures.length > 0) throw failures[0]
		},
	}
}
