import type { Client } from '@libsql/client/web'
import type { Instant } from '#app/kernel/instant.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import type { Caller, RacePlan, RaceResult } from './race-plan.ts'
import { withRacerProcesses } from './racer-process.ts'

const PROCESSES = 4

export type RaceSummary = {
	/** How many callers had each outcome: { booked: 1, slot_taken: 199 }. */
	tally: Record<string, number>
	results: RaceResult[]
}

/** Four processes for the races of a file; each race lets callers in all of them act at once. */
export function withRacers(): (plan: RacePlan) => Promise<RaceSummary> {
	const together = withRacerProcesses('racer.ts', PROCESSES)
	/** The first requests of a process are slow for reasons of its own: they are made before the race. */
	let isWarm = false
	return async function race(plan): Promise<RaceSummary> {
		if (!isWarm) {
			isWarm = true
			await race({ ...plan, callers: strangers })
		}
		const shareOf = (place: number) => plan.callers.filter((_, i) => i % PROCESSES === place)
		const told = await together<RaceResult>((place) => ({ ...plan, callers: shareOf(place) }))
		const results = told.flat()
		const tally: Record<string, number> = {}
		for (const { outcome } of results) tally[outcome] = (tally[outcome] ?? 0) + 1
		return { tally, results }
	}
}

/** Callers without a draft: each gets 'Session Error', and nothing is written. */
const strangers = Array.from({ length: 40 }, (_, i): Caller => {
	return { draftId: `stranger${i}`, startsAt: 0, seenTotalKobo: 0, promoCode: '', email: '', phone: '' }
})

export type DraftPlan = {
	service: string
	/** A name, or 'any'. */
	staff?: string
	startsAt: Instant
	seenTotalKobo?: number
	promoCode?: string
}

let callersSoFar = 0

/** Guests at checkout whose hold has expired. */
export async function readyCallers(
	client: Client,
	shop: SmallShop,
	plans: readonly DraftPlan[],
): Promise<Caller[]> {
	const callers = plans.map(({ startsAt, seenTotalKobo = 500_000, promoCode = '' }): Caller => {
		const number = String(++callersSoFar).padStart(7, '0')
		return {
			draftId: `draft-${number}`,
			startsAt,
			seenTotalKobo,
			promoCode,
			email: `caller${number}@example.com`,
			phone: `+234803${number}`,
		}
	})
	const now = Date.now()
	const rows = callers.map(({ draftId, startsAt }, i) => {
		const { service, staff = 'any' } = plans[i] ?? { service: '' }
		return [draftId, startsAt, shop.idOf(service), staff === 'any' ? null : shop.idOf(staff)]
	})
	await client.batch(
		[
			{
				sql: `INSERT INTO drafts (id, shop_id, starts_at, created_at, saved_at)
					SELECT value ->> 0, ?, value ->> 1, ?, ? FROM json_each(?)`,
				args: [shop.id, now, now, JSON.stringify(rows)],
			},
			{
				sql: `INSERT INTO draft_services (draft_id, position, service_id, staff_choice, staff_member_id)
					SELECT value ->> 0, 0, value ->> 2, iif(value ->> 3 IS NULL, 'any', 'named'), value ->> 3 FROM json_each(?)`,
				args: [JSON.stringify(rows)],
			},
		],
		'write',
	)
	return callers
}
