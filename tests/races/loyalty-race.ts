import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type ActRace, withActRacers } from './act-race.ts'

/** One press of a button, by a customer or by a shop. */
export type LoyaltyAct =
	| { kind: 'complete' | 'undo'; referenceNumber: string; now: Instant }
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

export type LoyaltyRace = ActRace<LoyaltyAct>

/** Four processes for the races of a file; gives how often it ended in each way. */
export const withLoyaltyRacers = () => withActRacers<LoyaltyAct>('loyalty-racer.ts')
