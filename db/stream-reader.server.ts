import type { ResultSet } from '@libsql/client/web'
import { randomFraction } from '#app/kernel/chance.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Clock } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { classifyDatabaseError } from './database-error.server.ts'
import { pause, raceDeadline } from './deadline.ts'
import { decodeRead, decodeRefusal, encodeRead, type ReadAnswer } from './hrana.server.ts'
import { createKeptStreams, oneShotTurn, type StreamTurn } from './kept-streams.ts'

export type DatabaseAddress = { url: string; authToken?: string | undefined }

type ReadResults = { results: ResultSet[]; replicationIndex: number | null }

export type StreamReader = {
	/**
	 * All statements from one moment of the database, and not before a replica has applied the change `bookmark`. Throws
	 * a `DatabaseError`. `deadline` is asked for when the read is sent: then it is aborted, for a read may be (W4).
	 */
	read: (statements: readonly Statement[], asked: Asked) => Promise<ReadResults>
}

type Asked = {
	bookmark: number | null
	deadline: () => AbortSignal
	/** Ends the wait for a stream as well. */
	stop?: AbortSignal
}

/** After a restart of the server all isolates have lost their streams: they open new ones within so long. */
const REOPENED_WITHIN_MS = 300

/**
 * A read waits for a stream that is kept, as long as turns end: opening one of its own takes the server several times
 * as long. Of a crowd that is too large the last are told so.
 */
const WAITS_FOR_STREAM_MS = 5_000
const WAITS_FOR_TURN_MS = 350
const FIRST_LOOK_MS = 4
const LATER_LOOK_MS = 30

/** Reads a server over streams that are kept from request to request. */
export function createStreamReader({ url, authToken }: DatabaseAddress, now: Clock): StreamReader {
	const base = url.replace(/^libsql:/, 'https:')
	const streams = createKeptStreams(now)
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
			// It ended meanwhile, by itself or with its server: nothing was done.
			if (response.status === 400 && stream !== null) return 'stream ended'
			if (response.status === 429) streams.keepNone()
			if (!response.ok) throw decodeRefusal(response.status, response.headers.get('content-type'), text)
			left = decodeRead(text, statements.length)
			return { results: left.results(), replicationIndex: left.replicationIndex }
		} catch (error) {
			// A refused statement, or the end of one reader's patience, says nothing against other streams.
			if (left === null && !signal.aborted) streams.dropAll()
			throw classifyDatabaseError(error, statements)
		} finally {
			const { baton = null, baseUrl = null } = left ?? {}
			turn.release(baton === null ? null : { baton, baseUrl })
		}
	}

	/**
	 * Each read looks by a timer of its own: a promise that one request resolves for another breaks in workerd under load
	 * ("Cannot perform I/O on behalf of a different request").
	 */
	async function takeTurn(stop: AbortSignal | undefined): Promise<StreamTurn> {
		const begunAt = now()
		const doTurnsEnd = () => now() < Math.max(begunAt, streams.releasedAt()) + WAITS_FOR_TURN_MS
		for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LATER_LOOK_MS)) {
			const turn = streams.take()
			if (turn !== null) return turn
			if (stop?.aborted || !doTurnsEnd()) return oneShotTurn()
			if (now() >= begunAt + WAITS_FOR_STREAM_MS) throw new DatabaseError('busy', 'too many reads wait')
			await pause(lookMs * (0.5 + randomFraction()), stop)
		}
	}

	return {
		async read(statements, asked) {
			const { bookmark, deadline, stop } = asked
			const turn = await takeTurn(stop)
			const signal = deadline()
			const answer = await raceDeadline(readOver(turn, statements, bookmark, signal), signal)
			if (answer !== 'stream ended') return answer
			streams.dropAll()
			// The writer goes first: openings at once keep it waiting.
			await pause(REOPENED_WITHIN_MS * randomFraction(), signal)
			const opening = { ...(streams.take() ?? oneShotTurn()), stream: null }
			const again = await raceDeadline(readOver(opening, statements, bookmark, signal), signal)
			if (again === 'stream ended') throw new DatabaseError('unknown', 'a new stream had ended')
			return again
		},
	}
}

const ofIsolate = new Map<string, StreamReader>()

/** The reader of a server that the requests of this isolate share. */
export function isolateReader(address: DatabaseAddress): StreamReader {
	const key = JSON.stringify([address.url, address.authToken])
	const reader = ofIsolate.get(key) ?? createStreamReader(address, Date.now)
	ofIsolate.set(key, reader)
	return reader
}
