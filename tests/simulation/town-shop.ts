import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

/** A statement of what was there before the history. */
export type Row = { sql: string; args: (string | number | bigint | null)[] }

/** Whole numbers are bound as such. */
export const row = (sql: string, ...args: Row['args']): Row => ({
	sql,
	args: args.map((value) => (typeof value === 'number' ? BigInt(value) : value)),
})

/** A shop of a simulation, with what its customers and its desk name. */
export type SimulatedShop = {
	id: string
	zone: ZoneName
	/** Ids. */
	staff: string[]
	services: string[]
	addOns: string[]
	promoCodes: string[]
	programs: {
		id: string
		kind: 'card' | 'cashback'
		visitsRequired: number
		percent: number
		isReferral: boolean
	}[]
	plans: { id: string; kind: 'unlimited' | 'total' | 'weekly' }[]
	/** Sessions that were planned at the beginning, in order of their start. */
	sessions: { id: string; planId: string; startsAt: Instant; capacity: number }[]
}
