import type { Clock } from './instant.ts'

export type HasTime = () => boolean

/** True until `milliseconds` have passed, or `rounds` calls: a clock counts waiting, a Worker's limit counts work. */
export function timeBudget(now: Clock, milliseconds: number, rounds = Number.POSITIVE_INFINITY): HasTime {
	const startedAt = now()
	let begun = 0
	return () => now() - startedAt < milliseconds && ++begun <= rounds
}

/** For work that ends by itself. */
export const untilDone: HasTime = () => true
