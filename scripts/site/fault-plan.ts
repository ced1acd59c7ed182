import type { FaultKind, Trip } from './trip.ts'

export type FaultPlan = {
	kind: FaultKind
	/** Only this one of the matching trips, 1 being the next one. Default: all of them. */
	onTrip?: number
	/** Only trips with a matching statement. */
	matching?: RegExp
	/** Only trips that may write: reads go on, as when sqld's write path is locked up. */
	writesOnly?: boolean
	/** Only a share of them, 0 to 1, reproducible by its seed. */
	share?: number
	seed?: number
	/** For 'delay'. */
	delayMs?: number
}

/** For each trip the plan that breaks it, or null. */
export function planFaults(plan: FaultPlan): (trip: Trip) => FaultPlan | null {
	let seen = 0
	const chance = seededChance(plan.seed ?? 1)
	return (trip) => {
		if (plan.writesOnly && !trip.isWrite) return null
		if (plan.matching && !trip.statements.some((sql) => plan.matching?.test(sql))) return null
		seen += 1
		if (plan.onTrip !== undefined && plan.onTrip !== seen) return null
		return plan.share === undefined || chance() < plan.share ? plan : null
	}
}

/** mulberry32: reproducible numbers from 0 to 1. */
function seededChance(seed: number): () => number {
	let state = seed >>> 0
	return () => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}
