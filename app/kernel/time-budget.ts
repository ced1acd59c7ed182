import type { Clock } from './instant.ts'

/** Whether there is time to begin another piece of work. */
export type HasTime = () => boolean

/** True until `milliseconds` have passed on this clock since the call. */
export function timeBudget(now: Clock, milliseconds: number): HasTime {
	const startedAt = now()
	return () => now() - startedAt < milliseconds
}

/** For work that ends by itself. */
export const untilDone: HasTime = () => true
