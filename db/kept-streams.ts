import type { Clock, Instant } from '#app/kernel/instant.ts'

/** What is known of a kept stream between two requests: text alone, since nothing else may outlive its request. */
export type Stream = { baton: string; baseUrl: string | null }

/** The turn of a request that opens a stream of its own and closes it. */
export const oneShotTurn = (): StreamTurn => ({ stream: null, isKept: false, release: () => {} })

export type StreamTurn = {
	/** To go on with; null opens a new one. */
	stream: Stream | null
	/** Whether the request leaves its stream open. Without a place it closes the stream, and pays for another one. */
	isKept: boolean
	/** Ends the turn. A stream may be gone on with only after an answer that was read to its end. */
	release: (stream: Stream | null) => void
}

/** The most streams that an isolate keeps with a server: each holds one of its connections. */
const MAX_STREAMS = 2

/** sqld ends a stream after 10 s without a request. */
const IDLE_MS = 8_000

/** No read takes so long: a turn that is not over by then belongs to a request that was killed. */
const LEASE_MS = 6_000

/** A server without a free connection is left some: an isolate that met it keeps no stream for so long. */
const KEEPS_NONE_MS = 10_000

/**
 * The streams to a server that the reads of an isolate keep. A stream is a connection with the schema parsed, most of
 * what a trip costs (docs/decisions/141). One request at a time goes on with it: taken out, it is in no other hands.
 */
export function createKeptStreams(now: Clock) {
	/** When the turns end that have a stream, if nothing ends them before. */
	const turns = new Set<{ endsAt: Instant }>()
	let idle: { stream: Stream; since: number }[] = []
	let keepsNoneUntil = 0
	let releasedAt = 0

	return {
		/** Null while all streams are taken. */
		take(): StreamTurn | null {
			idle = idle.filter(({ since }) => now() - since < IDLE_MS)
			// The one used last: under little load the others end.
			const takeIdle = () => idle.pop()?.stream ?? null
			if (keepsNoneUntil > now()) return { stream: takeIdle(), isKept: false, release: () => {} }
			for (const turn of turns) if (turn.endsAt <= now()) turns.delete(turn)
			if (turns.size >= MAX_STREAMS) return null
			const turn = { endsAt: now() + LEASE_MS }
			turns.add(turn)
			return {
				stream: takeIdle(),
				isKept: true,
				release(left) {
					turns.delete(turn)
					releasedAt = now()
					if (left && idle.length < MAX_STREAMS) idle.push({ stream: left, since: now() })
				},
			}
		},
		/** When a turn ended last: where none ends, it is not worth waiting for one. */
		releasedAt: (): Instant => releasedAt,
		/** After a failure: a stream that its server handed on to the primary would be handed on for ever. */
		dropAll(): void {
			idle = []
		},
		/** The server has no connection to give: those that are kept end with their next request, or by themselves. */
		keepNone(): void {
			keepsNoneUntil = now() + KEEPS_NONE_MS
		},
	}
}
