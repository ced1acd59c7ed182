import type { Clock, Instant } from './instant.ts'

/** The turns of requests to a service with a limit per second. */
export type Pace = {
	/** Waits for the next turn; false at once where that is not before `until`. */
	turn(until: Instant): Promise<boolean>
	/** Gives no turns meanwhile: the service reported too many requests. */
	pause(milliseconds: number): void
	/** Requests in flight together: answers take up to half a second. */
	atOnce: number
}

const MOST_AT_ONCE = 10

/** `wait` is the caller's timer: a request must not wait on another request's timer. */
export function createPace({
	perSecond,
	now,
	wait,
}: {
	perSecond: number
	now: Clock
	wait: (milliseconds: number) => Promise<unknown>
}): Pace {
	const gap = 1_000 / perSecond
	let nextAt = 0
	let pausedUntil = 0
	return {
		atOnce: Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(perSecond / 2))),
		async turn(until) {
			for (;;) {
				const at = Math.max(now(), nextAt)
				if (at >= until) return false
				nextAt = at + gap
				if (at > now()) await wait(Math.ceil(at - now()))
				// Else a pause has begun meanwhile: the turn is lost.
				if (now() >= pausedUntil) return true
			}
		},
		pause(milliseconds) {
			pausedUntil = Math.max(pausedUntil, now() + milliseconds)
			nextAt = Math.max(nextAt, pausedUntil)
		},
	}
}
