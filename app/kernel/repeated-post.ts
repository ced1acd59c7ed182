import { type Instant, MINUTE_MS } from './instant.ts'

/** Within this time a customer without an answer presses again or reloads. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS

/**
 * True for a post that was done a moment ago: it is sent again because its answer was lost, and reads as done (F26).
 */
export function isRepeated(doneAt: Instant | null, now: Instant): boolean {
	return doneAt !== null && now - doneAt < REPEATED_WITHIN_MS
}
