/** Whole milliseconds since 1970-01-01T00:00Z. Named `…At` wherever it is a field. */
export type Instant = number

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A caller passes it in, so that a test can pass its own time. */
export type Clock = () => Instant

export type HasTime = () => boolean

/** True until `milliseconds` have passed, or `rounds` calls: time includes waiting, a Worker's CPU limit does not. */
export function timeBudget(now: Clock, milliseconds: number, rounds = Number.POSITIVE_INFINITY): HasTime {
	const startedAt = now()
	let begun = 0
	return () => now() - startedAt < milliseconds && ++begun <= rounds
}

/** For work that ends by itself. */
export const untilDone: HasTime = () => true
