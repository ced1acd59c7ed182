import type { Clock, Instant } from '#app/kernel/instant.ts'
import { refused } from '#app/kernel/outcome.ts'

/** One at work and four that wait. */
const MAX_INSIDE = 5
/** A request that was cut off never leaves by itself: its place is given away after this. */
const LEASE_MS = 15_000
/** How often the ones that wait look whether it is their turn. */
const LOOK_MS = 20
/** The thread belongs to other visitors this long after each hash. */
const REST_MS = 100
/** Workers' clocks stand still while code runs: a hash may seem to have ended before it began. */
const RECENT_MS = 1_000

type Place = { at: Instant }

/** Gives back the place that it stands for. */
export type LeavePasswordGate = () => void

/**
 * The gate in front of costly hashing (W14). scrypt keeps a Worker's one thread for 160 ms: dozens at once let the
 * database deadlines of all other visitors pass. Of an isolate's requests only a few may be at it, and their hashes
 * run one after the other, with pauses in which the rest is served. No request waits for another's promise: a Worker
 * may cut that request off.
 */
export function createPasswordGate({
	now = Date.now,
	pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}: {
	now?: Clock
	pause?: (milliseconds: number) => Promise<void>
} = {}) {
	const inside: Place[] = []
	const line: Place[] = []
	let endedAt = Number.NEGATIVE_INFINITY

	return {
		/** A place among the few that may hash; null when they are taken: the caller answers 'busy' at once. */
		enter(): LeavePasswordGate | null {
			dropCutOff(inside, now())
			if (inside.length >= MAX_INSIDE) return null
			const place = { at: now() }
			inside.push(place)
			return () => remove(inside, place)
		},

		/** Does the work when no other is under way, in the order of asking. */
		async inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
			const place = { at: now() }
			line.push(place)
			try {
				while (!isFirst(place)) await pause(LOOK_MS)
				if (now() - endedAt < RECENT_MS) await pause(REST_MS)
				return await work()
			} finally {
				endedAt = now()
				remove(line, place)
			}
		},
	}

	function isFirst(place: Place): boolean {
		place.at = now()
		dropCutOff(line, place.at)
		return line[0] === place
	}
}

function dropCutOff(places: Place[], now: Instant): void {
	for (const place of places.filter(({ at }) => now - at > LEASE_MS)) remove(places, place)
}

function remove(places: Place[], place: Place): void {
	const at = places.indexOf(place)
	if (at >= 0) places.splice(at, 1)
}

export const passwordGate = createPasswordGate()

/**
 * Runs `work`, which hashes a password. Refuses with 'busy' where too many of this isolate's requests do so, before
 * anything is counted or read (W14).
 */
export async function passPasswordGate<Value>(
	work: () => Promise<Value>,
): Promise<Value | { ok: false; refusal: { code: 'busy' } }> {
	const leave = passwordGate.enter()
	if (leave === null) return refused({ code: 'busy' } as const)
	try {
		return await work()
	} finally {
		leave()
	}
}
