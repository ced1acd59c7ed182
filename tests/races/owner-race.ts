import type { WorkingDay } from '#app/domain/availability/roster-repository.server.ts'
import type { PromoChanges } from '#app/domain/booking/checkout/promo-repository.server.ts'
import type { HoursOfDay } from '#app/domain/discovery/catalogue-repository.server.ts'
import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import type { PlanChanges } from '#app/domain/subscriptions/shop-plan-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ActRace } from './act-race.ts'

type Person = { role: string; serviceIds: string[] }
type Row = { name: string; priceKobo: number; position: number }

/** A form of an owner's device that is sent: what it showed, and what was typed. */
export type OwnerAct = { shopId: string; now: Instant } & (
	| { kind: 'service' | 'add-on'; id: string; seen: Row; fields: Row }
	| { kind: 'hours'; seen: HoursOfDay[]; week: HoursOfDay[] }
	| { kind: 'person'; id: string; seen: Person; fields: { role: string }; serviceIds: string[] }
	| { kind: 'schedule'; staffMemberId: string; seen: WorkingDay[]; week: WorkingDay[] }
	| { kind: 'promo'; id: string; seen: PromoChanges; fields: PromoChanges }
	| { kind: 'plan'; id: string; seen: PlanChanges; fields: PlanChanges }
	| { kind: 'note'; clientId: string; seen: string | null; note: string }
	| { kind: 'details'; seen: Partial<ShopDetails>; fields: Partial<ShopDetails> }
)

export type OwnerRace = ActRace<OwnerAct>
