import type { ResultSet } from '@libsql/client/web'
import { randomFraction } from '#app/kernel/chance.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { once } from '#app/kernel/once.ts'
import { NOT_SETTLED, type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { batchReads } from './batch-reads.server.ts'
import type { Database } from './client.server.ts'
import { classifyDatabaseError } from './database-error.server.ts'
import { pause, raceDeadline } from './deadline.ts'
import { type BatchResult, encodeStatement, readHranaError, readResults } from './hrana.server.ts'
import type { Replica } from './replica.server.ts'
import { type StreamReader, TOO_MANY_READS } from './stream-reader.server.ts'
import { newWriteId } from './write-ids.ts'
import { type EncodedBatch, STEPS_BEFORE } from './write-stream.server.ts'
import type { WriteOutcome, Writer } from './writer.server.ts'
import { writtenBatch } from './written-batch.server.ts'

/** The rule of an unsent write (S31). */
export const TOO_MANY_OF_NETWORK = 'too_many_writes_of_network'

/** Throws where the writer was silent: perhaps the batch is written. */
export type BatchWriter = Writer<EncodedBatch, BatchResult>

/** `bookmark`: the change that this request's reads must hold. */
export type ReplicaReads = {
	replica: Replica
	bookmark: number | null
	isPersonal: boolean
	/** Reports the age of an old answer. */
	onOld: (asOf: Instant) => void
}

export type RequestDatabaseSettings = {
	reader: StreamReader
	writer: BatchWriter
	readTimeoutMs?: number
	writeTimeoutMs?: number
	/** Keeps a write alive after its caller or its request has gone (W4). */
	waitUntil?: (work: Promise<unknown>) => void
	/** Measures trips. */
	now?: Clock
	/** Null where the sender's requests are counted otherwise (S31). */
	network?: () => string | null
	/** The cron's writes go first. */
	isCron?: boolean
	onTrip?: (milliseconds: number) => void
	/** Reports the last change that the primary's answer holds. */
	onChange?: (replicationIndex: number) => void
	/** Without one the primary answers reads. */
	replica?: ReplicaReads | undefined
}

/** Repeats of a read that found no connection (429, BUSY). */
const MAX_REPEATS = 3
const repeatDelayMs = () => 50 + randomFraction() * 350

/** Repeats of a batch whose writer object is gone. */
const MAX_HANDED_ANEW = 2

/** Reads over the isolate's kept streams, writes through the single writer (W3). */
export function openRequestDatabase(settings: RequestDatabaseSettings): Database {
	// A keyed write may be sent twice, and then the page reads once more: within ten seconds.
	const { reader, writer, readTimeoutMs = 2_000, writeTimeoutMs = 3_500, isCron = false } = settings
	const { waitUntil = () => {}, now = Date.now, onTrip = () => {}, onChange = () => {} } = settings
	/** The network's limit counts only a request's first write. */
	let hasWritten = false

	async function read(statements: readonly Statement[]): Promise<ResultSet[]> {
		if (!settings.replica) return readPrimary(statements)
		const { replica, ...input } = settings.replica
		const startedAt = now()
		let isCounted = false
		const answer = await replica.read(statements, {
			...input,
			askPrimary(timeoutMs) {
				isCounted = true
				return readPrimary(statements, Math.max(1, Math.min(timeoutMs, readTimeoutMs)))
			},
		})
		if (!isCounted) onTrip(now() - startedAt)
		return answer
	}

	/** A read may be repeated after any failure. */
	async function readPrimary(
		statements: readonly Statement[],
		timeoutMs = readTimeoutMs,
	): Promise<ResultSet[]> {
		// Starts when the read is sent: a crowd's read may wait longer for its turn.
		const deadline = once(() => AbortSignal.timeout(timeoutMs))
		for (let attempt = 0; ; attempt++) {
			const sentAt = now()
			try {
				const stop = attempt > 0 ? deadline() : undefined
				const { results, replicationIndex } = await reader.read(statements, {
					bookmark: null,
					deadline,
					stop,
				})
				if (replicationIndex !== null) onChange(replicationIndex)
				return results
			} catch (cause) {
				const error = classifyDatabaseError(cause)
				const isWorthRepeating = error.kind === 'busy' || (error.kind === 'unknown' && attempt === 0)
				// A read without a turn has waited long enough.
				const isOver = attempt === MAX_REPEATS || error.rule === TOO_MANY_READS || deadline().aborted
				if (isOver || !isWorthRepeating) throw error
			} finally {
				onTrip(now() - sentAt)
			}
			await pause(repeatDelayMs(), deadline())
		}
	}

	/** The successor of a reset writer object gets the batch under the same id. */
	async function hand(batch: EncodedBatch, network: string | null): Promise<WriteOutcome<BatchResult>> {
		const id = newWriteId(now())
		const bytes = batch.reduce((sum, { length }) => sum + length, 0)
		for (let attempt = 0; ; attempt++) {
			try {
				return await writer({ id, batch, bytes, network, isCron, isRepeat: attempt > 0 })
			} catch (error) {
				if (attempt === MAX_HANDED_ANEW) throw classifyDatabaseError(error)
			}
		}
	}

	async function write(statements: readonly Statement[]): Promise<ResultSet[] | 'done before'> {
		const batch = statements.map((statement) => JSON.stringify(encodeStatement(statement)))
		const deadline = AbortSignal.timeout(writeTimeoutMs)
		const network = hasWritten ? null : (settings.network?.() ?? null)
		hasWritten = true
		const sentAt = now()
		const work = hand(batch, network)
		waitUntil(work.catch(() => {}))
		const outcome = await raceDeadline(work, deadline)
			.catch(() => ({ kind: 'unknown' as const }))
			.finally(() => onTrip(now() - sentAt))
		switch (outcome.kind) {
			case 'done': {
				const index = outcome.result.replication_index ?? null
				if (index !== null) onChange(Number(index))
				return readResults(outcome.result, STEPS_BEFORE, statements.length)
			}
			case 'done_before':
				return 'done before'
			case 'refused':
				throw readHranaError(outcome.error, outcome.at)
			case 'too_many_of_network':
				throw new DatabaseError('busy', 'too many writes of one network wait', TOO_MANY_OF_NETWORK)
			case 'busy':
				throw new DatabaseError('busy', 'too many writes wait for their turn')
			case 'unknown':
				throw new DatabaseError('unknown', 'what became of it could not be found out', NOT_SETTLED)
		}
	}

	return {
		read: batchReads(read),
		async writeBatch(batch) {
			const statements = statementsOf(batch)
			const results = await write(statements).catch((error) => {
				throw classifyDatabaseError(error, statements)
			})
			return writtenBatch(batch, results)
		},
	}
}
