import type { Instant } from '#app/kernel/instant.ts'
import { type ActRace, withActRacers } from './act-race.ts'

type OfVisit = { shopId: string; reference: string; now: Instant }

/** One tap on one of a shop's devices, or a customer's post at the same moment. */
export type VisitAct =
	| ({ kind: 'complete' | 'miss' | 'cancel' | 'undo' | 'transfer' } & OfVisit)
	| { kind: 'move'; appointmentId: string; startsAt: Instant; now: Instant }
	| {
			kind: 'change'
			appointmentId: string
			serviceId: string
			/** What the customer saw. */
			startsAt: Instant
			sequence: number
			shown: string
			staffMemberId: string
			now: Instant
	  }
	| {
			kind: 'walk-in'
			shopId: string
			serviceId: string
			staffMemberId: string
			draftId: string
			startsAt: Instant
			now: Instant
	  }
	| {
			kind: 'block'
			blockId: string
			shopId: string
			staffMemberId: string
			startsAt: Instant
			endsAt: Instant
			now: Instant
	  }

export type VisitRace = ActRace<VisitAct>

/** Four processes for the races of a file; gives how often it ended in each way. */
export const withVisitRacers = () => withActRacers<VisitAct>(new URL('./visit-racer.ts', import.meta.url))
