import type { InValue, ResultSet } from '@libsql/client'
import libsql from 'libsql'
import type { PlainSql } from '#scripts/site/scratch-database.ts'

type Sent = string | { sql: string; args?: readonly InValue[] }
type NativeStatement = {
	raw(isRaw: boolean): NativeStatement
	safeIntegers(isSafe: boolean): NativeStatement
	columns(): { name: string; type: string | null }[]
	all(values: readonly unknown[]): unknown[][]
	run(values: readonly unknown[]): { changes: number }
}
type NativeDatabase = {
	prepare(sql: string): NativeStatement
	close(): void
	readonly inTransaction: boolean
}

/** What the engine needs of a client: plain SQL beside it, and a transaction for each batch. */
export type Engine = PlainSql & {
	batch(statements: readonly Sent[], mode?: 'read' | 'write'): Promise<ResultSet[]>
	close(): void
}

type Prepared = { run(values: readonly unknown[]): ResultSet }

/** Its own types are those of another package. */
const Native = libsql as unknown as new (path: string) => NativeDatabase

/**
 * The engine that `@libsql/client` brings for files, with each statement prepared once: preparing is most of what a
 * trip costs, because the triggers of the tables are parsed with it. It answers as that client does.
 */
export function openEngine(path: string): Engine {
	const database = new Native(path)
	const statements = new Map<string, Prepared>()
	const prepared = (sql: string): Prepared => {
		let found = statements.get(sql)
		if (!found) {
			found = prepare(database, sql)
			statements.set(sql, found)
		}
		return found
	}
	const run = (sent: Sent) =>
		typeof sent === 'string' ? prepared(sent).run([]) : prepared(sent.sql).run((sent.args ?? []).map(bound))
	// Nothing of it has to outlive this process.
	run('PRAGMA journal_mode = MEMORY')
	run('PRAGMA synchronous = OFF')
	run('PRAGMA foreign_keys = ON')

	async function batch(sent: readonly Sent[], mode: 'read' | 'write' = 'write'): Promise<ResultSet[]> {
		run(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN DEFERRED')
		let index = 0
		try {
			const results: ResultSet[] = []
			for (; index < sent.length; index++) results.push(run(sent[index] as Sent))
			run('COMMIT')
			return results
		} catch (error) {
			if (database.inTransaction) run('ROLLBACK')
			throw failureAt(error, index)
		}
	}
	const one = async (sql: string, args: readonly InValue[]) => (await batch([{ sql, args }]))[0] as ResultSet
	return {
		batch,
		rows: async (sql, ...args) => (await one(sql, args)).rows.map((row) => ({ ...row })),
		count: async (sql, ...args) => Number((await one(sql, args)).rows[0]?.[0]),
		change: async (sql, ...args) => (await one(sql, args)).rowsAffected,
		close: () => database.close(),
	}
}

/** Stands for the engine's own chance: each changed row of a history has another number, and each history the same. */
const COUNTED_BYTES = `printf('%08d%08d', total_changes(), row_number() OVER ())`

function prepare(database: NativeDatabase, sql: string): Prepared {
	const statement = database.prepare(sql.replaceAll('randomblob(16)', COUNTED_BYTES))
	statement.safeIntegers(true)
	try {
		statement.raw(true)
	} catch {
		// It gives no rows.
		return {
			run: (values) => resultOf([], [], [], statement.run(values).changes),
		}
	}
	const described = statement.columns()
	const columns = described.map(({ name }) => name)
	const types = described.map(({ type }) => type ?? '')
	const rowOf = rowMaker(columns)
	return {
		run: (values) => resultOf(columns, types, statement.all(values).map(rowOf), 0),
	}
}

function resultOf(
	columns: string[],
	columnTypes: string[],
	rows: unknown[],
	rowsAffected: number,
): ResultSet {
	return {
		columns,
		columnTypes,
		rows,
		rowsAffected,
		lastInsertRowid: undefined,
		toJSON: () => ({}),
	} as ResultSet
}

/** Rows as the client gives them: values by name, and by place without being listed. */
function rowMaker(columns: readonly string[]): (values: unknown[]) => object {
	const places = columns.map((_, place) => place)
	const kept = Symbol('values')
	// A place, and the first of two equal names, go before a name.
	const named = places.filter(
		(place) =>
			columns[place] !== 'length' &&
			!places.map(String).includes(columns[place] as string) &&
			columns.indexOf(columns[place] as string) === place,
	)
	const prototype = {
		get length() {
			return columns.length
		},
	}
	for (const place of places)
		Object.defineProperty(prototype, place, {
			get(this: Record<symbol, unknown[]>) {
				return this[kept]?.[place]
			},
		})
	return (values) => {
		const read = values.map(asNumber)
		const row: Record<string | symbol, unknown> = Object.create(prototype)
		Object.defineProperty(row, kept, { value: read })
		for (const place of named) row[columns[place] as string] = read[place]
		return row
	}
}

function asNumber(value: unknown): unknown {
	if (typeof value === 'bigint') {
		if (!Number.isSafeInteger(Number(value))) throw new RangeError('an integer that JavaScript does not hold')
		return Number(value)
	}
	return value instanceof Buffer ? value.buffer : value
}

function bound(value: InValue): unknown {
	if (typeof value === 'boolean') return value ? 1 : 0
	if (typeof value === 'number' && !Number.isFinite(value))
		throw new RangeError('only finite numbers are bound')
	if (value instanceof ArrayBuffer) return Buffer.from(value)
	return value instanceof Date ? value.valueOf() : value
}

/** By the lower byte of SQLite's own number of an error. */
const plainCodes: Readonly<Record<number, string>> = {
	1: 'SQLITE_ERROR',
	4: 'SQLITE_ABORT',
	5: 'SQLITE_BUSY',
	6: 'SQLITE_LOCKED',
	10: 'SQLITE_IOERR',
	19: 'SQLITE_CONSTRAINT',
	20: 'SQLITE_MISMATCH',
}

/** The error as the client throws it: with the plain code, and the place of the statement in its batch. */
function failureAt(error: unknown, statementIndex: number): unknown {
	if (!(error instanceof Error) || !('code' in error)) return error
	const raw = 'rawCode' in error ? Number(error.rawCode) & 0xff : 0
	const code = plainCodes[raw] ?? String(error.code)
	return Object.assign(new Error(error.message), { code, statementIndex })
}
