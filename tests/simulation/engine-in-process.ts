import type { InValue, ResultSet } from '@libsql/client'
import type { PlainSql } from '#scripts/site/scratch-database.ts'
import { Native, type NativeDatabase } from './native-libsql.ts'

type Sent = string | { sql: string; args?: readonly InValue[] }

/** What the engine needs of a client: plain SQL beside it, and a transaction for each batch. */
export type Engine = PlainSql & {
	batch(statements: readonly Sent[], mode?: 'read' | 'write'): Promise<ResultSet[]>
	close(): void
}

type Prepared = { run(values: readonly unknown[]): ResultSet }

/** More than a history fills, so that no page is read twice. */
const CACHE_KIB = 65_536

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
	// No other process opens it: without this, each statement locks the file and asks whether it was changed.
	run('PRAGMA locking_mode = EXCLUSIVE')
	run(`PRAGMA cache_size = -${CACHE_KIB}`)

	async function batch(sent: readonly Sent[], mode: 'read' | 'write' = 'write'): Promise<ResultSet[]> {
		// What goes in one turn of the only process sees one moment in any case.
		const isTransaction = mode === 'write'
		let index = 0
		try {
			if (isTransaction) run('BEGIN IMMEDIATE')
			const results: ResultSet[] = []
			for (; index < sent.length; index++) results.push(run(sent[index] as Sent))
			if (isTransaction) run('COMMIT')
			return results
		} catch (error) {
			if (database.inTransaction) run('ROLLBACK')
			throw failureAt(error, index)
		}
	}
	const one = async (sql: string, args: readonly InValue[], mode: 'read' | 'write' = 'read') =>
		(await batch([{ sql, args }], mode))[0] as ResultSet
	return {
		batch,
		rows: async (sql, ...args) => (await one(sql, args)).rows.map((row) => ({ ...row })),
		count: async (sql, ...args) => Number((await one(sql, args)).rows[0]?.[0]),
		change: async (sql, ...args) => (await one(sql, args, 'write')).rowsAffected,
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

/** The values of a row by place: on no row of their own, so that nothing lists them. */
class Cells {
	readonly #values: readonly unknown[]
	constructor(values: readonly unknown[]) {
		this.#values = values
	}
	static at(row: Cells, place: number): unknown {
		return row.#values[place]
	}
}

/** Rows as the client gives them: values by name, and by place without being listed. */
function rowMaker(columns: readonly string[]): (values: unknown[]) => object {
	class Row extends Cells {
		get length() {
			return columns.length
		}
	}
	const places = columns.map((_, place) => place)
	for (const place of places)
		Object.defineProperty(Row.prototype, place, {
			get(this: Row) {
				return Cells.at(this, place)
			},
		})
	// A place, and the first of two equal names, go before a name.
	const named = places.flatMap((place) => {
		const name = columns[place] as string
		const isFree = name !== 'length' && !places.map(String).includes(name) && columns.indexOf(name) === place
		return isFree ? [{ place, name }] : []
	})
	return (values) => {
		for (let place = 0; place < values.length; place++) values[place] = asNumber(values[place])
		const row = new Row(values) as unknown as Record<string, unknown>
		for (const { place, name } of named) row[name] = values[place]
		return row
	}
}

function asNumber(value: unknown): unknown {
	if (typeof value === 'bigint') {
		const number = Number(value)
		if (!Number.isSafeInteger(number)) throw new RangeError('an integer that JavaScript does not hold')
		return number
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
