import { afterAll, beforeAll } from 'vitest'
import type { RaceResult } from './race-plan.ts'
import { type RacerProcess, startRacerProcess } from './racer-process.ts'

const PROCESSES = 4

/** What one process of a race does, all of it at once. */
export type ActRace<Act> = { databaseUrl: string; acts: Act[] }

/** Four processes of a program for the races of a file; a race gives how it ended for each act. */
export function withResultRacers<Race extends { acts: unknown[] }>(
	program: URL,
): (race: Race) => Promise<RaceResult[]> {
	let racers: RacerProcess[] = []
	beforeAll(() => {
		racers = Array.from({ length: PROCESSES }, () => startRacerProcess(program))
	})
	afterAll(() => {
		for (const { kill } of racers) kill()
	})
	return async (race) => {
		const shareOf = (place: number) => race.acts.filter((_, i) => i % PROCESSES === place)
		await Promise.all(
			racers.map(({ tell }, place) => tell(JSON.stringify({ ...race, acts: shareOf(place) }))),
		)
		const told = await Promise.all(racers.map(({ tell }) => tell('go')))
		const results = told.map((line) => JSON.parse(line) as RaceResult[])
		return race.acts.flatMap((_, i) => results[i % PROCESSES]?.[Math.floor(i / PROCESSES)] ?? [])
	}
}

/** Of flows on one database: a race gives how often it ended in each way. */
export function withActRacers<Act>(program: URL): (race: ActRace<Act>) => Promise<Record<string, number>> {
	const resultsOf = withResultRacers<ActRace<Act>>(program)
	return async (race) => {
		const tally: Record<string, number> = {}
		for (const { outcome } of await resultsOf(race)) tally[outcome] = (tally[outcome] ?? 0) + 1
		return tally
	}
}
