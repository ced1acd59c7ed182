import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'

/** What a trip to the database may meet. `late-write`: the caller has given up when it is applied. */
export const tripFaults = [
	'refused',
	'lost-before',
	'lost-after',
	'late-write',
	'unanswered',
	'died-before',
	'died-after',
] as const
export type TripFault = (typeof tripFaults)[number]

/** What a call of an outside service may meet. `silent-after`: it did what was asked, and its answer is lost. */
export const callFaults = ['silent', 'silent-after', 'fail', 'refuse', 'odd'] as const
export type CallFault = (typeof callFaults)[number]

/** The shares of trips and calls with a fault, in a story that has faults. */
const TRIPS_WITH_FAULT = 0.02
const CALLS_WITH_FAULT = 0.15
/** The share of trips that take up to seconds. */
const SLOW_TRIPS = 0.05

/** Where it goes worse than elsewhere. */
export type Rough = { tripsWithFault?: number; slowTrips?: number }

/** What one request meets, decided by its own seed, so that other stories change nothing of it. */
export type Fate = {
	/** The clock of its Worker is off by so much. */
	skewMs: number
	/** How long the next trip or call is on its way. */
	latencyMs(): number
	nextTripFault(mode: 'read' | 'write'): TripFault | null
	nextCallFault(): CallFault | null
	/** Once the caller of a late write has given up, how much later it is applied. */
	lateByMs(): number
}

export function fateOf(
	random: PseudoRandom,
	hasFaults: () => boolean,
	{ tripsWithFault = TRIPS_WITH_FAULT, slowTrips = SLOW_TRIPS }: Rough = {},
): Fate {
	return {
		skewMs: hasFaults() && random.chance(0.1) ? random.below(10_000) - 5_000 : 0,
		latencyMs: () => 1 + random.below(random.chance(slowTrips) ? 2_500 : 40),
		nextTripFault(mode) {
			// The stream is read in any case: faults that end change nothing of what follows.
			const isMet = random.chance(tripsWithFault)
			const fault = random.pick(tripFaults)
			if (!isMet || !hasFaults()) return null
			return mode === 'read' && (fault === 'late-write' || fault === 'lost-after') ? 'lost-before' : fault
		},
		nextCallFault() {
			const isMet = random.chance(CALLS_WITH_FAULT)
			const fault = random.pick(callFaults)
			return isMet && hasFaults() ? fault : null
		},
		lateByMs: () => random.below(2 * MINUTE_MS),
	}
}
