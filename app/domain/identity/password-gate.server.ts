import type { Clock, Instant } from '#app/kernel/instant.ts'
import { refused } from '#app/kernel/outcome.ts'

/** One request hashes and four wait. */
const MAX_INSIDE = 5
/** A request that was cut off never leaves: its place is free after this. */
const LEASE_MS = 15_000
/** How often waiting requests check their turn. */
const LOOK_MS = 20
/** A pause for other visitors after each hash. */
const REST_MS = 100
/** Workers' clocks stand still while code runs, so a hash may seem to end before it began. */
const RECENT_MS = 1_000

type Place = { at: Instant }

/** Frees the place that `enter` gave. */
export type LeavePasswordGate = () => void

/**
 * The gate in front of costly hashing (W14). scrypt blocks a Worker's one thread for 160 ms. Dozens at once would let
 * other visitors' database deadlines pass. Few requests of an isolate may enter, and they hash one by one with pauses.
 * No request awaits another's promise: a Worker may cut that request off.
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
		/** Null when all places are taken: the caller answers 'busy'. */
		enter(): LeavePasswordGate | null {
			dropCutOff(inside, now())
			if (inside.length >= MAX_INSIDE) return null
			const place = { at: now() }
			inside.push(place)
			return () => remove(inside, place)
		},

		/** Runs one work at a time, in the order of the calls. */
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
 * Runs `work`, which hashes a password. Refuses with 'busy' where too many of this isolate's requests hash, before
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
