import { afterAll, beforeAll } from 'vitest'
import type { RaceResult } from './race-plan.ts'
import { type RacerProcess, startRacerProcess } from './racer-process.ts'

const PROCESSES = 4

/** What one process of a race does, all of it at once. */
export type ActRace<Act> = { databaseUrl: string; acts: Act[] }

/** Four processes of a program for the races of a file; a race gives how often it ended in each way. */
export function withActRacers<Act>(program: URL): (race: ActRace<Act>) => Promise<Record<string, number>> {
	let racers: RacerProcess[] = []
	beforeAll(() => {
		racers = Array.from({ length: PROCESSES }, () => startRacerProcess(program))
	})
	afterAll(() => {
		for (const { kill } of racers) kill()
	})
	return async ({ databaseUrl, acts }) => {
		const shareOf = (place: number) => acts.filter((_, i) => i % PROCESSES === place)
		await Promise.all(
			racers.map(({ tell }, place) => tell(JSON.stringify({ databaseUrl, acts: shareOf(place) }))),
		)
		const told = await Promise.all(racers.map(({ tell }) => tell('go')))
		const tally: Record<string, number> = {}
		for (const { outcome } of told.flatMap((line) => JSON.parse(line) as RaceResult[]))
			tally[outcome] = (tally[outcome] ?? 0) + 1
		return tally
	}
}
