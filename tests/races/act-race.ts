import type { RaceResult } from './race-plan.ts'
import { withRacerProcesses } from './racer-process.ts'

const PROCESSES = 4

/** The acts of one process of a race, all at once. */
export type ActRace<Act> = { databaseUrl: string; acts: Act[] }

/** Four processes of a program for the races of a file; a race gives the outcome of each act. */
export function withResultRacers<Race extends { acts: unknown[] }>(
	program: string,
): (race: Race) => Promise<RaceResult[]> {
	const together = withRacerProcesses(program, PROCESSES)
	return async (race) => {
		const shareOf = (place: number) => race.acts.filter((_, i) => i % PROCESSES === place)
		const results = await together<RaceResult>((place) => ({ ...race, acts: shareOf(place) }))
		return race.acts.flatMap((_, i) => results[i % PROCESSES]?.[Math.floor(i / PROCESSES)] ?? [])
	}
}

/** Races of flows on one database; each gives how often an outcome came. */
export function withActRacers<Act>(program: string): (race: ActRace<Act>) => Promise<Record<string, number>> {
	const resultsOf = withResultRacers<ActRace<Act>>(program)
	return async (race) => {
		const tally: Record<string, number> = {}
		for (const { outcome } of await resultsOf(race)) tally[outcome] = (tally[outcome] ?? 0) + 1
		return tally
	}
}
