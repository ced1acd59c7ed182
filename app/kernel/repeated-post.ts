import { type Instant, MINUTE_MS } from './instant.ts'

/** A customer without an answer presses again, or reloads the page, within this time. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS

/**
 * True where what a post asks for was done by that customer a moment ago: the post is sent again because its answer was
 * lost, and reads as done (F26). Later it is asked anew, and refused for what it is.
 */
export function isRepeated(doneAt: Instant | null, now: Instant): boolean {
	return doneAt !== null && now - doneAt < REPEATED_WITHIN_MS
}
