import type { Clock, Instant } from '#app/kernel/instant.ts'

/** Text alone, since nothing else may outlive its request. */
export type Stream = { baton: string; baseUrl: string | null }

export type StreamTurn = {
	/** Null opens a new one. */
	stream: Stream | null
	/** False closes the stream with the request. */
	isKept: boolean
	/** Ends the turn. A stream is reusable only after its answer was read to the end. */
	release: (stream: Stream | null) => void
}

/** Each holds one of the server's connections. */
const MAX_STREAMS = 2

/** Extra streams at a time, closed after their read. */
const MAX_EXTRA = 4

/** sqld ends a stream after 10 s without a request. */
const IDLE_MS = 8_000

/** An older turn belongs to a killed request. */
const LEASE_MS = 6_000

/** No stream is kept for so long after the server had no free connection. */
const KEEPS_NONE_MS = 10_000

/**
 * An isolate's kept streams to a server. A stream is a connection with the schema parsed, most of a trip's cost
 * (docs/decisions/097).
 */
export function createKeptStreams(now: Clock) {
	const kept = createTurns(MAX_STREAMS)
	const extra = createTurns(MAX_EXTRA)
	let idle: { stream: Stream; since: number }[] = []
	let keepsNoneUntil = 0

	function createTurns(most: number) {
		/** Turns end at `endsAt` at the latest. */
		const turns = new Set<{ endsAt: Instant }>()
		const changed = { fullAt: 0, endedAt: 0 }
		return {
			/** When all were taken, and when one last ended. */
			changed,
			/** Returns what ends the turn; null while all are taken. */
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
		take(): StreamTurn | null {
			const end = kept.begin()
			if (end === null) return null
			idle = idle.filter(({ since }) => now() - since < IDLE_MS)
			return {
				// The stream used last: under little load the others expire.
				stream: idle.pop()?.stream ?? null,
				isKept: keepsNoneUntil <= now(),
				release(left) {
					end()
					if (left && idle.length < MAX_STREAMS) idle.push({ stream: left, since: now() })
				},
			}
		},
		/** The turn's stream is closed after its read. Null while all are taken. */
		takeExtra(): StreamTurn | null {
			const end = extra.begin()
			return end && { stream: null, isKept: false, release: end }
		},
		/** While all streams are taken: since when none has ended. */
		takenSince: (): Instant => Math.max(kept.changed.fullAt, kept.changed.endedAt),
		/** The last end of any turn, kept or extra. */
		endedAt: (): Instant => Math.max(kept.changed.endedAt, extra.changed.endedAt),
		/** After a failure: a stream that was forwarded to the primary would stay forwarded. */
		dropAll(): void {
			idle = []
		},
		/** The server has no free connection: kept streams end with their next request. */
		keepNone(): void {
			keepsNoneUntil = now() + KEEPS_NONE_MS
		},
	}
}
