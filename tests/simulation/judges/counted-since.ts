import type { Instant } from '#app/kernel/instant.ts'

/** So long after its request began a write may still come. */
const LATE_WRITE_MS = 180_000
/** Clocks of two Workers are apart by so much at most. */
const CLOCKS_APART_MS = 10_000

/** Whether something was written after something else, by the clocks of their requests: null where either may be. */
export function isAfter(one: Instant, other: Instant): boolean | null {
	if (one - other > LATE_WRITE_MS) return true
	return other - one > CLOCKS_APART_MS ? false : null
}
