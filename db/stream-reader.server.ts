import type { ResultSet } from '@libsql/client/web'
import { randomFraction } from '#app/kernel/chance.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { classifyDatabaseError } from './database-error.server.ts'
import { pause, raceDeadline } from './deadline.ts'
import { decodeRead, decodeRefusal, encodeRead, type ReadAnswer } from './hrana.server.ts'
import { createKeptStreams, type StreamTurn } from './kept-streams.ts'

export type DatabaseAddress = { url: string; authToken?: string | undefined }

type ReadResults = { results: ResultSet[]; replicationIndex: number | null }

export type StreamReader = {
	/**
	 * Reads all statements from one moment, once a replica has applied the change `bookmark`. Throws a `DatabaseError`.
	 * `deadline` is called when the read is sent, and may abort it (W4).
	 */
	read: (statements: readonly Statement[], input: Input) => Promise<ReadResults>
}

/** The rule of a read without a turn: nothing was sent. */
export const TOO_MANY_READS = 'too_many_reads'

type Input = {
	bookmark: number | null
	deadline: () => AbortSignal
	/** Ends the wait for a stream as well. */
	stop?: AbortSignal | undefined
}

/** After a server's restart all isolates open new streams, spread over this time. */
const REOPENED_WITHIN_MS = 300

/**
 * A read waits for a kept stream while turns end: opening one costs the server several times as much. When none has
 * ended for a while, a few open their own; the others are refused.
 */
const WAITS_IN_LINE_MS = 5_000
const OPENS_OWN_AFTER_MS = 350
const SILENT_MS = 2_500
/** The first in line looks this often, the second half as often, and so on. */
const LOOK_MS = 5
const LONGEST_LOOK_MS = 400

/** Reads a server over streams that are kept between requests. */
export function createStreamReader({ url, authToken }: DatabaseAddress, now: Clock): StreamReader {
	const base = url.replace(/^libsql:/, 'https:')
	const streams = createKeptStreams(now)
	/** Waiting requests in order; a killed one stays until its time is over. */
	let line: { endsAt: Instant }[] = []
	const headers = {
		'content-type': 'application/json',
		...(authToken !== undefined && { authorization: `Bearer ${authToken}` }),
	}

	async function readOver(
		turn: StreamTurn,
		statements: readonly Statement[],
		bookmark: number | null,
		signal: AbortSignal,
	): Promise<ReadResults | 'stream ended'> {
		const { stream, isKept } = turn
		let left: ReadAnswer | null = null
		try {
			const response = await fetch(new URL('v2/pipeline', stream?.baseUrl ?? base), {
				method: 'POST',
				headers,
				body: encodeRead({ statements, baton: stream?.baton ?? null, isKept, bookmark }),
				signal,
			})
			const text = await response.text()
			// The stream had ended: nothing was done.
			if (response.status === 400 && stream !== null) return 'stream ended'
			if (response.status === 429) streams.keepNone()
			if (!response.ok) throw decodeRefusal(response.status, response.headers.get('content-type'), text)
			left = decodeRead(text, statements.length)
			return { results: left.results(), replicationIndex: left.replicationIndex }
		} catch (error) {
			// A refused statement or one reader's timeout says nothing against other streams.
			if (left === null && !signal.aborted) streams.dropAll()
			throw classifyDatabaseError(error, statements)
		} finally {
			const { baton = null, baseUrl = null } = left ?? {}
			turn.release(baton === null ? null : { baton, baseUrl })
		}
	}

	/**
	 * Each read has its own timer: a promise that one request resolves for another breaks in workerd under load ("Cannot
	 * perform I/O on behalf of a different request").
	 */
	async function takeTurn(stop: AbortSignal | undefined): Promise<StreamTurn> {
		const begunAt = now()
		const place = { endsAt: begunAt + WAITS_IN_LINE_MS }
		/** How late the last pause ended: a busy isolate is not the server's fault. */
		let lateMs = 0
		try {
			for (;;) {
				const passedSince = (moment: Instant) => now() - moment - lateMs
				const kept = streams.take()
				if (kept !== null) return kept
				const extra = passedSince(streams.takenSince()) >= OPENS_OWN_AFTER_MS ? streams.takeExtra() : null
				if (extra !== null) return extra
				const isSilent = passedSince(Math.max(begunAt, streams.endedAt())) >= SILENT_MS
				if (stop?.aborted || place.endsAt <= now() || isSilent)
					throw new DatabaseError('busy', 'too many reads wait', TOO_MANY_READS)
				if (!line.includes(place)) line = [...line.filter(({ endsAt }) => endsAt > now()), place]
				const pauseMs =
					Math.min(LOOK_MS * (line.indexOf(place) + 1), LONGEST_LOOK_MS) * (0.5 + randomFraction())
				const lookedAt = now()
				await pause(pauseMs, stop)
				lateMs = now() - lookedAt - pauseMs
			}
		} finally {
			line = line.filter((one) => one !== place)
		}
	}

	return {
		async read(statements, input) {
			const { bookmark, deadline, stop } = input
			const turn = await takeTurn(stop)
			const signal = deadline()
			const answer = await raceDeadline(readOver(turn, statements, bookmark, signal), signal)
			if (answer !== 'stream ended') return answer
			streams.dropAll()
			// The writer goes first: simultaneous openings keep it waiting.
			await pause(REOPENED_WITHIN_MS * randomFraction(), signal)
			const opening = { ...(await takeTurn(signal)), stream: null }
			const again = await raceDeadline(readOver(opening, statements, bookmark, signal), signal)
			if (again === 'stream ended') throw new DatabaseError('unknown', 'a new stream had ended')
			return again
		},
	}
}

const ofIsolate = new Map<string, StreamReader>()

/** Shared by the isolate's requests. */
export function isolateReader(address: DatabaseAddress): StreamReader {
	const key = JSON.stringify([address.url, address.authToken])
	const reader = ofIsolate.get(key) ?? createStreamReader(address, Date.now)
	ofIsolate.set(key, reader)
	return reader
}
