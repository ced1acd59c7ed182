import { afterAll, beforeAll } from 'vitest'
import type { Instant } from '#app/kernel/instant.ts'
import { type RacerProcess, startRacerProcess } from './racer-process.ts'

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

export type Told = { paymentReference: string; word: string; appointment: string | null }

/** Two processes for the races of a file, as two Workers on two machines; each asks about all payments of the race. */
export function withSettleRacers(): (race: SettleRace) => Promise<Told[]> {
	let racers: RacerProcess[] = []
	beforeAll(() => {
		racers = Array.from({ length: PROCESSES }, () =>
			startRacerProcess(new URL('./settle-racer.ts', import.meta.url)),
		)
	})
	afterAll(() => {
		for (const { kill } of racers) kill()
	})
	return async (race) => {
		await Promise.all(racers.map(({ tell }) => tell(JSON.stringify(race))))
		const told = await Promise.all(racers.map(({ tell }) => tell('go')))
		return told.flatMap((line) => JSON.parse(line) as Told[])
	}
}
