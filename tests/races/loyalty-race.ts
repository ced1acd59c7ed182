import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RaceResult } from './race-plan.ts'
import { type RacerProcess, startRacerProcess } from './racer-process.ts'

const PROCESSES = 4

/** One press of a button, by a customer or by a shop. */
export type LoyaltyAct =
	| { kind: 'complete'; reference: string; now: Instant }
	| { kind: 'enroll'; actor: Actor; programId: string }
	| { kind: 'redeem'; code: string; now: Instant }
	| {
			kind: 'book'
			draftId: string
			actor: Actor
			userId: string
			contact: { firstName: string; lastName: string; email: string; phone: string }
			rewardId: string | null
			usesCashback: boolean
			seen: { startsAt: Instant; totalKobo: Kobo; cashbackKobo: Kobo }
			now: Instant
	  }

/** What one process of a race does, all of it at once. */
export type LoyaltyRace = { databaseUrl: string; acts: LoyaltyAct[] }

/** Four processes for the races of a file; gives how often it ended in each way. */
export function withLoyaltyRacers(): (race: LoyaltyRace) => Promise<Record<string, number>> {
	let racers: RacerProcess[] = []
	beforeAll(() => {
		racers = Array.from({ length: PROCESSES }, () =>
			startRacerProcess(new URL('./loyalty-racer.ts', import.meta.url)),
		)
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
