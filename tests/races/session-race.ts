import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ActRace, withActRacers } from './act-race.ts'

/** One press of a button on the pages of sessions, one scan or order at the desk, or a refund by the operator. */
export type SessionAct =
	| { kind: 'book'; actor: Actor; sessionId: string }
	| { kind: 'cancel'; actor: Actor; bookingId: string }
	| { kind: 'refund'; reference: string; now: Instant }
	| { kind: 'start'; order: string; now: Instant }
	| { kind: 'check in'; shopId: string; token: string; keys: string[]; key: string; now: Instant }

export type SessionRace = ActRace<SessionAct>

/** Four processes for the races of a file; gives how often it ended in each way. */
export const withSessionRacers = () => withActRacers<SessionAct>('session-racer.ts')
