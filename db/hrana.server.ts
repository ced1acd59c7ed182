import type { InValue, ResultSet, Row, Value } from '@libsql/client/web'
import type { Statement } from '#app/kernel/write-batch.server.ts'

/*
 * libSQL's protocol over HTTP ("Hrana 2", JSON), as requests need it. `@libsql/client` is slower; tests compare the
 * two.
 */

export class HranaError extends Error {
	override name = 'HranaError'
	readonly code: string | undefined
	/** The refused statement's place in its batch. */
	readonly statementIndex: number | undefined

	constructor(message: string, { code, at }: { code?: string | undefined; at?: number } = {}) {
		super(message)
		this.code = code
		this.statementIndex = at
	}
}

export type ReadAnswer = {
	/** Names the stream for its next request; null once it has ended. */
	baton: string | null
	/** The stream's next address; null for the same one. */
	baseUrl: string | null
	/** The last change of the primary that the answer holds; null where the server keeps no such number. */
	replicationIndex: number | null
	/** Throws the server's refusal; the stream stays usable. */
	results: () => ResultSet[]
}

type ReadRequest = {
	statements: readonly Statement[]
	/** Null opens a stream. */
	baton: string | null
	/** False closes the stream with this request. */
	isKept: boolean
	/** The server waits until it has applied this change of its primary. */
	bookmark: number | null
}

/** All statements read one moment of the database. */
export function encodeRead({ statements, baton, isKept, bookmark }: ReadRequest): string {
	const commit = statements.length + 1
	const steps = [
		{ stmt: { sql: 'BEGIN TRANSACTION READONLY' } },
		...statements.map((statement, i) => ({
			condition: { type: 'ok', step: i },
			stmt: encodeStatement(statement),
		})),
		{ condition: { type: 'ok', step: commit - 1 }, stmt: { sql: 'COMMIT' } },
		{ condition: { type: 'not', cond: { type: 'ok', step: commit } }, stmt: { sql: 'ROLLBACK' } },
	]
	const batch = { steps, ...(bookmark !== null && { replication_index: String(bookmark) }) }
	const requests = [{ type: 'batch', batch }, ...(isKept ? [] : [{ type: 'close' }])]
	return JSON.stringify({ ...(baton !== null && { baton }), requests })
}

/** Throws for an unreadable answer. */
export function decodeRead(text: string, statementCount: number): ReadAnswer {
	const { results, baton, base_url: baseUrl } = JSON.parse(text) as Pipeline
	const [first] = results
	if (first?.type === 'error') throw readHranaError(first.error)
	const batch = first?.response?.result
	if (!batch || !('step_results' in batch)) throw new HranaError('an answer without the result of its batch')
	const index = batch.replication_index ?? null
	return {
		baton: baton ?? null,
		baseUrl: baseUrl ?? null,
		replicationIndex: index === null ? null : Number(index),
		results: () => readResults(batch, 1, statementCount),
	}
}

/** The results of a batch's statements, between `stepsBefore` steps and its COMMIT. */
export function readResults(
	{ step_results, step_errors }: BatchResult,
	stepsBefore: number,
	statementCount: number,
): ResultSet[] {
	const found = Array.from({ length: stepsBefore + statementCount + 1 }, (_, step) => {
		const error = step_errors[step]
		if (error) throw readHranaError(error, step - stepsBefore)
		const result = step_results[step]
		if (!result) throw new HranaError('a statement of a batch was not executed', { at: step - stepsBefore })
		return result
	})
	return found.slice(stepsBefore, -1).map(toResultSet)
}

export function decodeRefusal(status: number, contentType: string | null, text: string): HranaError {
	if (contentType === 'application/json') {
		const { message, code } = JSON.parse(text) as Partial<ErrorBody>
		if (message !== undefined) return new HranaError(message, { code })
	}
	const detail = contentType === 'text/plain' || contentType === null ? text.trim() : ''
	return new HranaError(`Server returned HTTP status ${status}${detail && `: ${detail}`}`, {
		code: 'SERVER_ERROR',
	})
}

/** `at` is the statement's place in its batch. */
export function readHranaError({ message, code }: ErrorBody, at?: number): HranaError {
	return new HranaError(message, { code, ...(at !== undefined && { at }) })
}

function toResultSet({ cols, rows, affected_row_count }: StatementResult): ResultSet {
	const columns = cols.map(({ name }) => name ?? '')
	const decoded = rows.map((cells) => toRow(columns, cells))
	return {
		columns,
		columnTypes: cols.map(({ decltype }) => decltype ?? ''),
		rows: decoded,
		rowsAffected: affected_row_count,
		lastInsertRowid: undefined,
		toJSON: () => ({ columns, rows: decoded, rowsAffected: affected_row_count }),
	}
}

/** Of two equal names the first counts. */
function toRow(columns: readonly string[], cells: readonly Cell[]): Row {
	const row: Row = { length: cells.length }
	for (let i = 0; i < cells.length; i++) row[i] = decodeValue(cells[i])
	for (let i = 0; i < cells.length; i++) {
		const name = columns[i] ?? ''
		if (!Object.hasOwn(row, name)) row[name] = row[i] ?? null
	}
	return row
}

function decodeValue(cell: Cell | undefined): Value {
	switch (cell?.type) {
		case 'null':
			return null
		case 'text':
			return expected('string', cell.value)
		case 'float':
			return expected('number', cell.value)
		case 'integer': {
			const value = Number(expected('string', cell.value))
			if (!Number.isSafeInteger(value)) throw new RangeError('an integer that no number holds exactly')
			return value
		}
		case 'blob':
			return new Uint8Array(Buffer.from(cell.base64, 'base64')).buffer
		default:
			throw new HranaError('a value of an unknown type')
	}
}

/** An infinite number arrives as null. */
function expected<Kind extends 'string' | 'number'>(
	kind: Kind,
	value: unknown,
): Kind extends 'string' ? string : number
function expected(kind: string, value: unknown): unknown {
	if (typeof value !== kind) throw new TypeError(`a value that is no ${kind}`)
	return value
}

export function encodeStatement({ sql, args }: Statement): object {
	return { sql, args: args.map(encodeValue), want_rows: true }
}

/** Numbers travel as floats, as in `@libsql/client` (W8). */
function encodeValue(value: InValue): object {
	if (value === null) return { type: 'null' }
	if (typeof value === 'string') return { type: 'text', value }
	if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
	if (typeof value === 'boolean') return { type: 'integer', value: value ? '1' : '0' }
	if (value instanceof Date) return { type: 'float', value: value.valueOf() }
	if (typeof value !== 'number') return { type: 'blob', base64: encodeBase64(value) }
	if (!Number.isFinite(value)) throw new RangeError('an argument that is no finite number')
	return { type: 'float', value }
}

function encodeBase64(bytes: Uint8Array | ArrayBuffer): string {
	return Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes).toString('base64')
}

export type ErrorBody = { message: string; code?: string }
type Cell =
	| { type: 'null' }
	| { type: 'text' | 'float' | 'integer'; value: unknown }
	| { type: 'blob'; base64: string }
type StatementResult = {
	cols: { name: string | null; decltype?: string | null }[]
	rows: Cell[][]
	affected_row_count: number
}
export type BatchResult = {
	step_results: (StatementResult | null)[]
	step_errors: (ErrorBody | null)[]
	replication_index?: string | null
}
export type Pipeline = {
	baton: string | null
	base_url: string | null
	results: (
		| { type: 'ok'; response?: { result?: BatchResult | StatementResult } }
		| { type: 'error'; error: ErrorBody }
	)[]
}
