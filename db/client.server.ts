import { createClient, type InStatement, type ResultSet } from '@libsql/client/web'
import { randomFraction } from '#app/kernel/chance.server.ts'
import { type Statement, statementsOf, type WriteBatch } from '#app/kernel/write-batch.server.ts'
import { batchReads } from './batch-reads.server.ts'
import { classifyDatabaseError } from './database-error.server.ts'
import { pause, raceDeadline } from './deadline.ts'
import { writtenBatch } from './written-batch.server.ts'

export type Database = {
	/** Reads of one turn of the event loop travel as one batch, so that a page makes one round trip (P7). */
	read: <Result>(statement: Statement<Result>) => Promise<Result>
	/** The only way to write (W3). */
	writeBatch: WriteBatch
}

export type DatabaseSettings = {
	url: string
	authToken?: string | undefined
	readTimeoutMs?: number
	writeTimeoutMs?: number
	onTrip?: () => void
}

/** Repeats of a refusal that applied nothing (429, BUSY). */
const MAX_REPEATS = 3
const retryDelayMs = () => 50 + randomFraction() * 350

/** The database of a program, one writer at a time. Requests use `openRequestDatabase`. */
export function openDatabase(settings: DatabaseSettings): Database {
	const { readTimeoutMs = 2_000, writeTimeoutMs = 3_500 } = settings

	async function travel(statements: readonly Statement[], mode: 'read' | 'write'): Promise<ResultSet[]> {
		const deadline = AbortSignal.timeout(mode === 'read' ? readTimeoutMs : writeTimeoutMs)
		for (let attempt = 0; ; attempt++) {
			try {
				// A write is never aborted: sqld's write path may lock up (W4).
				return await raceDeadline(send(settings, statements, mode, deadline), deadline)
			} catch (cause) {
				const error = classifyDatabaseError(cause)
				const isWorthRepeating =
					error.kind === 'busy' || (error.kind === 'unknown' && mode === 'read' && attempt === 0)
				if (attempt === MAX_REPEATS || deadline.aborted || !isWorthRepeating) throw error
			}
			await pause(retryDelayMs(), deadline)
		}
	}

	return {
		read: batchReads((statements) => travel(statements, 'read')),
		async writeBatch(batch) {
			return writtenBatch(batch, await travel(statementsOf(batch), 'write'))
		},
	}
}

async function send(
	{ url, authToken, onTrip }: DatabaseSettings,
	statements: readonly Statement[],
	mode: 'read' | 'write',
	deadline: AbortSignal,
): Promise<ResultSet[]> {
	const init = mode === 'read' ? { signal: deadline } : {}
	onTrip?.()
	const client = createClient({ url, authToken, fetch: (request: Request) => fetch(request, init) })
	try {
		const inStatements: InStatement[] = statements.map(({ sql, args }) => ({ sql, args }))
		return await client.batch(inStatements, mode)
	} catch (error) {
		throw classifyDatabaseError(error, statements)
	} finally {
		client.close()
	}
}
