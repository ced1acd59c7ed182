import { classifyDatabaseError, DatabaseError } from './database-error.server.ts'
import { type Answer, type BoundValue, runBatch, type Value } from './run-batch.server.ts'

/** One SQL statement with its values and how its answer becomes values of ours. Made by repositories only. */
export type Statement<Result = unknown> = {
	sql: string
	args: BoundValue[]
	map: (answer: Answer) => Result
}

/** A row by the names of its columns. */
export type Row = Record<string, Value>

/** What a batch of writes gives back: for each statement the rows that it changed and the rows that it returned. */
export type WrittenRows = { rowsAffected: number; rows: Row[] }

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
 * For one request: what waits here is that request's, and so is the deadline of each of its trips (guide: reliability
 * rule 4). `fetch` has no timeout of its own.
 */
export function openDatabase(settings: DatabaseSettings): Database {
	// A keyed write is sent twice at most, and then the page reads once more: all of it within ten seconds.
	const { readTimeoutMs = 2_000, writeTimeoutMs = 3_500 } = settings
	let waiting: Waiting[] = []

	async function flush(): Promise<void> {
		const batch = waiting
		waiting = []
		try {
			const answers = await send(
				batch.map((one) => one.statement),
				'read',
				readTimeoutMs,
			)
			batch.forEach((one, i) => {
				one.settle(answers[i])
			})
		} catch (error) {
			for (const one of batch) one.reject(error)
		}
	}

	async function send(
		statements: readonly Statement[],
		mode: 'read' | 'write',
		timeoutMs: number,
	): Promise<Answer[]> {
		const deadline = AbortSignal.timeout(timeoutMs)
		for (let attempt = 0; ; attempt++) {
			try {
				return await raceDeadline(runBatch(settings, statements, mode, deadline), deadline)
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

	return {
		read: <Result>(statement: Statement<Result>) =>
			new Promise<Result>((resolve, reject) => {
				if (waiting.length === 0) setTimeout(flush, 0)
				waiting.push({
					statement,
					reject,
					settle: (answer) => {
						try {
							if (!answer) throw new DatabaseError('unknown', 'a statement was not answered')
							resolve(statement.map(answer))
						} catch (error) {
							reject(error)
						}
					},
				})
			}),
		async writeBatch(statements) {
			const answers = await send(statements, 'write', writeTimeoutMs)
			return answers.map((answer) => ({ rowsAffected: answer.rowsAffected, rows: rowsOf(answer) }))
		},
	}
}

type Waiting = {
	statement: Statement
	settle: (answer: Answer | undefined) => void
	reject: (error: unknown) => void
}

export function rowsOf({ columns, rows }: Answer): Row[] {
	return rows.map((values) => {
		const row: Row = {}
		columns.forEach((name, i) => {
			row[name] = values[i] ?? null
		})
		return row
	})
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
