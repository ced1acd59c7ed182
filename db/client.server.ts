import { createClient, type InStatement, type InValue, type ResultSet } from '@libsql/client/web'
import { classifyDatabaseError, DatabaseError } from './database-error.server.ts'

/** One SQL statement with its values and how its answer becomes values of ours. Made by repositories only. */
export type Statement<Result = unknown> = {
	sql: string
	args: InValue[]
	map: (result: ResultSet) => Result
}

/** What a batch of writes gives back: for each statement the rows that it changed and the rows that it returned. */
export type WrittenRows = { rowsAffected: number; rows: ResultSet['rows'] }

export type Database = {
	/**
	 * Reads. Statements that are asked for in the same turn of the event loop travel together as one batch, so that a
	 * page whose loaders know nothing of each other still makes one round trip (guide: performance P7).
	 */
	read: <Result>(statement: Statement<Result>) => Promise<Result>
	/**
	 * All statements, in order, or none: one write batch, the only way to write. Throws a DatabaseError whose `kind`
	 * says what is known: a broken law, busy (not applied), or unknown (perhaps applied: repeat only what is keyed).
	 */
	writeBatch: (statements: readonly Statement[]) => Promise<WrittenRows[]>
}

export type DatabaseSettings = {
	url: string
	authToken?: string | undefined
	/** Milliseconds that one read batch may take in all, its repeat included. */
	readTimeoutMs?: number
	/** Milliseconds that one write batch may take in all, its repeats included. */
	writeTimeoutMs?: number
}

const notAppliedRetryDelaysMs = [50, 150, 400]

/**
 * A client for one request. A client shared by requests broke in workerd: its sockets belong to the request that opened
 * them, and after hung ones it stayed dead (guide: reliability rule 4). The client has no timeout of its own.
 */
export function openDatabase(settings: DatabaseSettings): Database {
	// A keyed write is sent twice at most, and then the page reads once more: all of it within ten seconds.
	const { readTimeoutMs = 2_000, writeTimeoutMs = 3_500 } = settings
	let waiting: Waiting[] = []

	async function flush(): Promise<void> {
		const batch = waiting
		waiting = []
		try {
			const results = await send(
				batch.map((one) => one.statement),
				'read',
				readTimeoutMs,
			)
			batch.forEach((one, i) => {
				one.settle(results[i])
			})
		} catch (error) {
			for (const one of batch) one.reject(error)
		}
	}

	async function send(
		statements: readonly Statement[],
		mode: 'read' | 'write',
		timeoutMs: number,
	): Promise<ResultSet[]> {
		const deadline = AbortSignal.timeout(timeoutMs)
		for (let attempt = 0; ; attempt++) {
			try {
				return await sendOnce(statements, mode, deadline)
			} catch (cause) {
				const error = classifyDatabaseError(cause)
				// A read may be asked again whatever happened; a write only when it certainly was not applied.
				const mayRepeat =
					error.kind === 'busy' || (mode === 'read' && error.kind === 'unknown' && attempt === 0)
				const delayMs = notAppliedRetryDelaysMs[attempt]
				if (!mayRepeat || delayMs === undefined || deadline.aborted) throw error
				await pause(delayMs * (0.5 + Math.random()), deadline)
			}
		}
	}

	async function sendOnce(
		statements: readonly Statement[],
		mode: 'read' | 'write',
		deadline: AbortSignal,
	): Promise<ResultSet[]> {
		const client = createClient({
			url: settings.url,
			authToken: settings.authToken,
			fetch: (request: Request) => fetch(request, { signal: deadline }),
		})
		try {
			const inStatements: InStatement[] = statements.map(({ sql, args }) => ({ sql, args }))
			return await raceDeadline(client.batch(inStatements, mode), deadline)
		} finally {
			client.close()
		}
	}

	return {
		read: <Result>(statement: Statement<Result>) =>
			new Promise<Result>((resolve, reject) => {
				if (waiting.length === 0) setTimeout(flush, 0)
				waiting.push({
					statement,
					reject,
					settle: (result) => {
						try {
							if (!result) throw new DatabaseError('unknown', 'a statement was not answered')
							resolve(statement.map(result))
						} catch (error) {
							reject(error)
						}
					},
				})
			}),
		async writeBatch(statements) {
			const results = await send(statements, 'write', writeTimeoutMs)
			return results.map(({ rowsAffected, rows }) => ({ rowsAffected, rows }))
		},
	}
}

type Waiting = {
	statement: Statement
	settle: (result: ResultSet | undefined) => void
	reject: (error: unknown) => void
}

/** A body that never ends is not caught by the fetch's own signal in every runtime: the deadline is raced too. */
function raceDeadline<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
	return new Promise((resolve, reject) => {
		const expire = () => reject(new DatabaseError('unknown', 'no answer in time'))
		if (deadline.aborted) expire()
		deadline.addEventListener('abort', expire, { once: true })
		work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', expire))
	})
}

function pause(delayMs: number, deadline: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer)
			deadline.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, delayMs)
		deadline.addEventListener('abort', done, { once: true })
	})
}
