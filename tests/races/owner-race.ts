import type { HoursOfDay } from '#app/domain/discovery/catalogue-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ActRace } from './act-race.ts'

type Row = { name: string; priceKobo: number; position: number }

/** A form of an owner's device that is sent: what it showed, and what was typed. */
export type OwnerAct = { shopId: string; now: Instant } & (
	| { kind: 'service' | 'add-on'; id: string; seen: Row; fields: Row }
	| { kind: 'hours'; seen: HoursOfDay[]; week: HoursOfDay[] }
)

export type OwnerRace = ActRace<OwnerAct>
