import type { Clock } from './instant.ts'

/** Whether there is time to begin another piece of work. */
export type HasTime = () => boolean

/**
 * True until `milliseconds` have passed on this clock since the call, or it was asked `rounds` times: a clock counts
 * waiting, and a Worker's limit counts work.
 */
export function timeBudget(now: Clock, milliseconds: number, rounds = Number.POSITIVE_INFINITY): HasTime {
	const startedAt = now()
	let begun = 0
	return () => now() - startedAt < milliseconds && ++begun <= rounds
}

/** For work that ends by itself. */
export const untilDone: HasTime = () => true
