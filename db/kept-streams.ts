import type { Clock, Instant } from '#app/kernel/instant.ts'

/** What is known of a kept stream between two requests: text alone, since nothing else may outlive its request. */
export type Stream = { baton: string; baseUrl: string | null }

export type StreamTurn = {
	/** To go on with; null opens a new one. */
	stream: Stream | null
	/** Whether the request leaves its stream open; else it closes the stream. */
	isKept: boolean
	/** Ends the turn. A stream may be gone on with only after an answer that was read to its end. */
	release: (stream: Stream | null) => void
}

/** The most streams that an isolate keeps with a server: each holds one of its connections. */
const MAX_STREAMS = 2

/** So many more reads of an isolate may have a stream of their own at a time, which is closed after them. */
const MAX_EXTRA = 4

/** sqld ends a stream after 10 s without a request. */
const IDLE_MS = 8_000

/** No read takes so long: a turn that is not over by then belongs to a request that was killed. */
const LEASE_MS = 6_000

/** A server without a free connection is left some: an isolate that met it keeps no stream for so long. */
const KEEPS_NONE_MS = 10_000

/**
 * The streams to a server that the reads of an isolate keep. A stream is a connection with the schema parsed, most of
 * what a trip costs (docs/decisions/097). One request at a time goes on with it: taken out, it is in no other hands.
 */
export function createKeptStreams(now: Clock) {
	const kept = createTurns(MAX_STREAMS)
	const extra = createTurns(MAX_EXTRA)
	let idle: { stream: Stream; since: number }[] = []
	let keepsNoneUntil = 0

	function createTurns(most: number) {
		/** When turns end, if nothing ends them before. */
		const turns = new Set<{ endsAt: Instant }>()
		const changed = { fullAt: 0, endedAt: 0 }
		return {
			/** When the last was taken, and when one ended last. */
			changed,
			/** Gives what ends the turn; null while all are taken. */
			begin(): (() => void) | null {
				for (const turn of turns) if (turn.endsAt <= now()) turns.delete(turn)
				if (turns.size >= most) return null
				const turn = { endsAt: now() + LEASE_MS }
				turns.add(turn)
				if (turns.size === most) changed.fullAt = now()
				return () => {
					turns.delete(turn)
					changed.endedAt = now()
				}
			},
		}
	}

	return {
		/** Null while all streams are taken. */
		take(): StreamTurn | null {
			const end = kept.begin()
			if (end === null) return null
			idle = idle.filter(({ since }) => now() - since < IDLE_MS)
			return {
				// The one used last: under little load the others end.
				stream: idle.pop()?.stream ?? null,
				isKept: keepsNoneUntil <= now(),
				release(left) {
					end()
					if (left && idle.length < MAX_STREAMS) idle.push({ stream: left, since: now() })
				},
			}
		},
		/** A new stream that is not kept; null while all of these are taken as well. */
		takeExtra(): StreamTurn | null {
			const end = extra.begin()
			return end && { stream: null, isKept: false, release: end }
		},
		/** While all streams are taken: since when none has ended. */
		takenSince: (): Instant => Math.max(kept.changed.fullAt, kept.changed.endedAt),
		/** When any turn ended last, of a kept stream or an extra one. */
		endedAt: (): Instant => Math.max(kept.changed.endedAt, extra.changed.endedAt),
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
