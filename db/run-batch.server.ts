import { DatabaseError } from './database-error.server.ts'

/** What SQLite holds here: no column of ours keeps bytes. */
export type Value = string | number | null

/** What may be bound to a statement. */
export type BoundValue = Value | boolean

/** The answer to one statement, its rows in the order of its columns. */
export type Answer = {
	columns: string[]
	rows: Value[][]
	rowsAffected: number
}

type Server = { url: string; authToken?: string | undefined }
type Question = { sql: string; args: readonly BoundValue[] }

/** Of the protocol's answer the parts that are read here. */
type PipelineAnswer = {
	results: [
		| {
				type: 'ok'
				response: { result: { step_results: (StepResult | null)[]; step_errors: (Failure | null)[] } }
		  }
		| { type: 'error'; error: Failure },
	]
}
type StepResult = { cols: { name: string | null }[]; rows: Cell[][]; affected_row_count: number }
type Cell = { type: string; value?: string | number }
type Failure = { message: string; code?: string | null }

const beginOf = { read: 'BEGIN TRANSACTION READONLY', write: 'BEGIN IMMEDIATE' }

/**
 * Runs all statements in one transaction, or none, in one request of libSQL's HTTP protocol ("Hrana", version 2). It is
 * our own because `@libsql/client` takes a time-selection page's CPU half as far again (decision 012). What it throws
 * is for `classifyDatabaseError`.
 */
export async function runBatch(
	{ url, authToken }: Server,
	questions: readonly Question[],
	mode: 'read' | 'write',
	signal: AbortSignal,
): Promise<Answer[]> {
	const response = await fetch(new URL('v2/pipeline', url.replace(/^libsql:/, 'https:')), {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(authToken === undefined ? {} : { authorization: `Bearer ${authToken}` }),
		},
		body: JSON.stringify({
			requests: [
				{ type: 'batch', batch: { steps: transactionOf(questions, beginOf[mode]) } },
				{ type: 'close' },
			],
		}),
		signal,
	})
	if (!response.ok) throw new Error(`HTTP status ${response.status}: ${await wordsOf(response)}`)
	const { results }: PipelineAnswer = await response.json()
	const [batch] = results
	if (batch.type === 'error') throw failed(batch.error)
	const { step_results, step_errors } = batch.response.result
	// BEGIN, the statements, COMMIT; after the first that failed none was run. The ROLLBACK behind them may well fail.
	const answered = Array.from({ length: questions.length + 2 }, (_, step) => {
		const failure = step_errors[step]
		if (failure) throw failed(failure)
		const result = step_results[step]
		if (!result) throw new DatabaseError('unknown', 'a statement was not answered')
		return result
	})
	return answered.slice(1, -1).map(answerOf)
}

/** Each statement only after the one before it went well; COMMIT after the last, ROLLBACK where that was not reached. */
function transactionOf(questions: readonly Question[], begin: string) {
	const commit = questions.length + 1
	return [
		{ stmt: { sql: begin } },
		...questions.map(({ sql, args }, i) => ({
			condition: { type: 'ok', step: i },
			stmt: { sql, args: args.map(writeCell), want_rows: true },
		})),
		{ condition: { type: 'ok', step: commit - 1 }, stmt: { sql: 'COMMIT' } },
		{ condition: { type: 'not', cond: { type: 'ok', step: commit } }, stmt: { sql: 'ROLLBACK' } },
	]
}

/** Numbers travel as floats: a column that holds integers makes integers of them. */
function writeCell(value: BoundValue): Cell {
	if (value === null) return { type: 'null' }
	if (typeof value === 'string') return { type: 'text', value }
	if (typeof value === 'boolean') return { type: 'integer', value: value ? '1' : '0' }
	if (!Number.isFinite(value)) throw new RangeError('only finite numbers can be bound')
	return { type: 'float', value }
}

function answerOf({ cols, rows, affected_row_count }: StepResult): Answer {
	return {
		columns: cols.map(({ name }) => name ?? ''),
		rows: rows.map((row) => row.map(readCell)),
		rowsAffected: affected_row_count,
	}
}

function readCell({ type, value }: Cell): Value {
	if (type === 'text' || type === 'float') return value ?? null
	if (type === 'null') return null
	const whole = Number(value)
	if (type !== 'integer' || !Number.isSafeInteger(whole))
		throw new RangeError(`no place for a value: ${type}`)
	return whole
}

function failed({ message, code }: Failure): Error {
	return new Error(`${code ?? 'no code'}: ${message}`)
}

/** A gateway's own page says nothing of the database. */
async function wordsOf(response: Response): Promise<string> {
	const text = await response.text()
	return /json|plain/.test(response.headers.get('content-type') ?? '') ? text : 'no words of the database'
}
