import type { Instant } from '#app/kernel/instant.ts'
import { withRacerProcesses } from './racer-process.ts'

const PROCESSES = 2

/** What one process of a race asks about, and how often at once. */
export type SettleRace = {
	databaseUrl: string
	sandboxUrl: string
	secretKey: string
	references: string[]
	callers: number
	now: Instant
}

export type SettleResult = { paymentReference: string; word: string; appointment: string | null }

/** Two processes for the races of a file, as two Workers on two machines; each asks about all payments of the race. */
export function withSettleRacers(): (race: SettleRace) => Promise<SettleResult[]> {
	const together = withRacerProcesses('settle-racer.ts', PROCESSES)
	return async (race) => (await together<SettleResult>(() => race)).flat()
}
