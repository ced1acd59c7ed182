import { randomFraction } from '#app/kernel/chance.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import { createPlaces, type ReleasePlace } from './places.ts'

export type WriteQueue = {
	/**
	 * Waits for one of the places, first come first served; the cron's go first. Gives null when none became free within
	 * `patienceMs`: then nothing was sent. A place must be released however the write ends.
	 */
	takePlace: (patienceMs: number, writer?: Writer) => Promise<ReleasePlace | null>
	/** Whether too many writes of a network wait for it to add one (S31). */
	isFullFor: (network: string) => boolean
}

/** Whose write it is: of a visitor's network, or the cron's. */
export type Writer = { network?: string | null; isCron?: boolean }

/** An isolate has at most two writes with the database at once (W6). */
const PLACES = 2

/** sqld answers a queued write within 5 s: one that has no answer by then lost its connection, or writes are locked. */
const LEASE_MS = 6_000

/** How often the first in the queue looks for a free place. The farther behind it, the less often the others look. */
const LOOK_AGAIN_MS = 8
const LOOK_AGAIN_AT_MOST_MS = 80

/** A waiting write that did not look for so long belongs to a request that is gone: it lets others pass. */
const GONE_AFTER_MS = 400

/** The most waiting writes of one network: a burst of one sender does not keep others waiting long. */
const MAX_WAITING_OF_NETWORK = 4

/** What a simulation gives in place of the isolate's own. */
type Options = { now?: Clock; wait?: (milliseconds: number) => Promise<unknown> }

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

type Waiting = Writer & { lookedAt: number; givesUpAt: number }

/**
 * The queue in front of the database. Requests share it, so it holds numbers only, and each request looks by a timer
 * of its own. A promise that one request resolves for another looks better and breaks under load: workerd then runs
 * the waiting request's code as a part of the other ("Cannot perform I/O on behalf of a different request").
 */
export function createWriteQueue({ now = Date.now, wait = sleep }: Options = {}): WriteQueue {
	const places = createPlaces(PLACES, { leaseMs: LEASE_MS, now })
	let waiting: Waiting[] = []

	const isThere = ({ lookedAt }: Waiting) => lookedAt + GONE_AFTER_MS > now()

	const first = () => waiting.find((one) => one.isCron && isThere(one)) ?? waiting.find(isThere)

	return {
		isFullFor: (network) =>
			waiting.filter((one) => one.network === network && isThere(one)).length >= MAX_WAITING_OF_NETWORK,

		async takePlace(patienceMs, writer = {}) {
			const own: Waiting = { ...writer, lookedAt: now(), givesUpAt: now() + patienceMs }
			waiting = waiting.filter(({ givesUpAt }) => givesUpAt + GONE_AFTER_MS > now())
			waiting.push(own)
			try {
				for (;;) {
					own.lookedAt = now()
					const place = first() === own ? places.take() : null
					if (place) return place
					const leftMs = own.givesUpAt - now()
					if (leftMs <= 0) return null
					const rank = waiting.indexOf(own) + 1
					const pauseMs = Math.min(LOOK_AGAIN_MS * rank, LOOK_AGAIN_AT_MOST_MS) * (0.5 + randomFraction())
					await wait(Math.min(leftMs, pauseMs))
				}
			} finally {
				waiting = waiting.filter((one) => one !== own)
			}
		},
	}
}

export const isolateWriteQueue = createWriteQueue()
