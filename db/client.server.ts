import { createClient, type InStatement, type ResultSet } from '@libsql/client/web'
import { randomFraction } from '#app/kernel/chance.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { type Statement, statementsOf, type WriteBatch } from '#app/kernel/write-batch.server.ts'
import { batchReads } from './batch-reads.server.ts'
import { classifyDatabaseError } from './database-error.server.ts'
import { pause, raceDeadline } from './deadline.ts'
import { replicationIndexIn } from './hrana.server.ts'
import type { Replica } from './replica.server.ts'
import { isolateWriteQueue, type WriteQueue } from './write-queue.server.ts'
import { writtenBatch } from './written-batch.server.ts'

/** The word of a write that was not sent, because too many of its network wait (S31). */
export const TOO_MANY_OF_NETWORK = 'too_many_writes_of_network'

export type Database = {
	/**
	 * Reads. Statements that are asked for in the same turn of the event loop travel together as one batch, so that a
	 * page whose loaders know nothing of each other still makes one round trip (P7).
	 */
	read: <Result>(statement: Statement<Result>) => Promise<Result>
	/**
	 * The only way to write (W3). A write waits for its turn in the isolate's queue, and is `busy` when its turn does
	 * not come soon (W6).
	 */
	writeBatch: WriteBatch
}

type Mode = 'read' | 'write'

/** A replica, the change that this request's reads have to hold, and whether they are of a person. */
export type ReplicaReads = {
	replica: Replica
	bookmark: number | null
	isPersonal: boolean
	/** Is told how old an answer is that had to do although it is old. */
	onOld: (asOf: Instant) => void
}

export type DatabaseSettings = {
	url: string
	authToken?: string | undefined
	/** Milliseconds that one read batch may take in all, its repeat included. */
	readTimeoutMs?: number
	/** Milliseconds that the answer of one write batch is waited for, its repeats and the queue included. */
	writeTimeoutMs?: number
	/** Milliseconds of these that a write may wait for its turn. */
	queueTimeoutMs?: number
	/** Keeps a write alive when its answer is no longer waited for, or its request is over (W4). */
	waitUntil?: (work: Promise<unknown>) => void
	/** Default: the isolate's. */
	writeQueue?: WriteQueue
	/** Measures trips and what is left of a wait. */
	now?: Clock
	/** Stands for the network that has a share of the queue; null where its requests are counted otherwise (S31). */
	network?: () => string | null
	/** The cron's writes go before visitors'. */
	isCron?: boolean
	/** Is told the milliseconds of each round trip. */
	onTrip?: (milliseconds: number) => void
	/** Is told the number of the last change that an answer of the primary holds. */
	onChange?: (replicationIndex: number) => void
	/** Answers the reads; without one the primary does. */
	replica?: ReplicaReads | undefined
}

/** How often a refusal that applied nothing (429, BUSY) is followed by another try. */
const MAX_REPEATS = 3
const retryDelayMs = () => 50 + randomFraction() * 350

/**
 * A client for one request. A client shared by requests broke in workerd: its sockets belong to the request that opened
 * them, and after hung ones it stayed dead (W4). The client has no timeout of its own.
 */
export function openDatabase(settings: DatabaseSettings): Database {
	// A keyed write is sent twice at most, and then the page reads once more: all of it within ten seconds.
	const { readTimeoutMs = 2_000, writeTimeoutMs = 3_500, queueTimeoutMs = 2_500 } = settings
	const { waitUntil = () => {}, writeQueue = isolateWriteQueue, isCron = false, now = Date.now } = settings
	const line = { ...settings, now }
	/** What a request has begun to write it may end. */
	let hasWritten = false

	async function read(statements: readonly Statement[]): Promise<ResultSet[]> {
		if (!settings.replica) return readPrimary(statements)
		const { replica, ...asked } = settings.replica
		const askedAt = now()
		let isCounted = false
		const answer = await replica.read(statements, {
			...asked,
			askPrimary(timeoutMs) {
				isCounted = true
				return readPrimary(statements, Math.max(1, Math.min(timeoutMs, readTimeoutMs)))
			},
		})
		if (!isCounted) settings.onTrip?.(now() - askedAt)
		return answer
	}

	/** A read may be repeated after any failure. */
	function readPrimary(statements: readonly Statement[], timeoutMs = readTimeoutMs): Promise<ResultSet[]> {
		const deadline = AbortSignal.timeout(timeoutMs)
		const isWorthRepeating = ({ kind }: DatabaseError, attempt: number) =>
			kind === 'busy' || (kind === 'unknown' && attempt === 0)
		return repeat(deadline, isWorthRepeating, () =>
			raceDeadline(send(line, statements, 'read', { signal: deadline }), deadline),
		)
	}

	/** A write is repeated only when it certainly was not applied. */
	async function write(statements: readonly Statement[]): Promise<ResultSet[]> {
		const deadline = AbortSignal.timeout(writeTimeoutMs)
		const isWorthRepeating = ({ kind }: DatabaseError) => kind === 'busy'
		const queuedAt = now()
		const network = settings.network?.() ?? null
		if (network !== null && !hasWritten && writeQueue.isFullFor(network))
			throw new DatabaseError('busy', 'too many writes of one network wait', TOO_MANY_OF_NETWORK)
		hasWritten = true
		const answers = await repeat(deadline, isWorthRepeating, async () => {
			const release = await writeQueue.takePlace(queueTimeoutMs - (now() - queuedAt), {
				network,
				isCron,
			})
			// Outside of `repeat`'s reach: the queue is as long a moment later.
			if (release === null) return null
			// Without a signal: aborted writes lock sqld's write path for good (W4).
			const work = send(line, statements, 'write', {}).finally(release)
			waitUntil(work.catch(() => {}))
			return raceDeadline(work, deadline)
		})
		if (answers === null) throw new DatabaseError('busy', 'too many writes wait for their turn')
		return answers
	}

	return {
		read: batchReads(read),
		async writeBatch(batch) {
			const statements = statementsOf(batch)
			return writtenBatch(batch, await write(statements))
		},
	}
}

/** Sends again what is worth repeating, until the deadline. */
async function repeat<Answer>(
	deadline: AbortSignal,
	isWorthRepeating: (error: DatabaseError, attempt: number) => boolean,
	work: () => Promise<Answer>,
): Promise<Answer> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await work()
		} catch (cause) {
			const error = classifyDatabaseError(cause)
			if (attempt === MAX_REPEATS || deadline.aborted || !isWorthRepeating(error, attempt)) throw error
			await pause(retryDelayMs(), deadline)
		}
	}
}

/** One trip with a client of its own, closed when the answer is there. */
async function send(
	{ url, authToken, onTrip, onChange, now }: DatabaseSettings & { now: Clock },
	statements: readonly Statement[],
	mode: Mode,
	init: { signal?: AbortSignal },
): Promise<ResultSet[]> {
	const client = createClient({
		url,
		authToken,
		fetch: async (request: Request) => {
			const response = await fetch(request, init)
			if (!onChange || !response.ok) return response
			// The library keeps to itself what the answer says of its place in the order of changes.
			const text = await response.text()
			const index = replicationIndexIn(text)
			if (index !== null) onChange(index)
			return new Response(text, { headers: { 'content-type': 'application/json' } })
		},
	})
	const sentAt = now()
	try {
		const inStatements: InStatement[] = statements.map(({ sql, args }) => ({ sql, args }))
		return await client.batch(inStatements, mode)
	} catch (error) {
		throw classifyDatabaseError(error, statements)
	} finally {
		client.close()
		onTrip?.(now() - sentAt)
	}
}
