import type { ResultSet } from '@libsql/client/web'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Clock } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { classifyDatabaseError } from './database-error.server.ts'
import { decodeRead, decodeRefusal, encodeRead, type ReadAnswer } from './hrana.server.ts'
import { createReplicaStreams, type StreamTurn } from './replica-streams.ts'

export type ReplicaAnswer = { results: ResultSet[]; replicationIndex: number | null }

export type ReplicaReader = {
	/**
	 * All statements from one moment of the replica, and not before it has applied the change `bookmark`. Throws a
	 * `DatabaseError`. `signal` ends a wait: a replica has no writers, so its reads may be aborted (W4).
	 */
	read: (
		statements: readonly Statement[],
		asked: { bookmark: number | null; signal: AbortSignal },
	) => Promise<ReplicaAnswer>
}

/** Reads a replica over streams that are kept from request to request. */
export function createReplicaReader(
	{ url, authToken }: { url: string; authToken?: string | undefined },
	now: Clock,
): ReplicaReader {
	const base = url.replace(/^libsql:/, 'https:')
	const streams = createReplicaStreams(now)
	const headers = {
		'content-type': 'application/json',
		...(authToken !== undefined && { authorization: `Bearer ${authToken}` }),
	}

	async function readOver(
		turn: StreamTurn,
		statements: readonly Statement[],
		{ bookmark, signal }: { bookmark: number | null; signal: AbortSignal },
	): Promise<ReplicaAnswer | 'stream ended'> {
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

	return {
		async read(statements, asked) {
			const answer = await readOver(streams.take(), statements, asked)
			if (answer !== 'stream ended') return answer
			const again = await readOver({ ...streams.take(), stream: null }, statements, asked)
			if (again === 'stream ended') throw new DatabaseError('unknown', 'a new stream had ended')
			return again
		},
	}
}
