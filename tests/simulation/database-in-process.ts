import type { InValue, ResultSet } from '@libsql/client'
import { type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { batchReads } from '#db/batch-reads.server.ts'
import type { Database } from '#db/client.server.ts'
import { classifyDatabaseError } from '#db/database-error.server.ts'
import { writtenBatch } from '#db/written-batch.server.ts'
import type { Engine } from './engine-in-process.ts'

export type Mode = 'read' | 'write'
export type Send = () => Promise<ResultSet[]>

export type InProcessSettings = {
	/** Stands around each trip: it may wait, fail, or lose the answer of what was done. */
	trip?: (mode: Mode, send: Send) => Promise<ResultSet[]>
	/** Calls back when a turn is over, whose reads travel together. Default: that of the event loop. */
	afterTurn?: (work: () => void) => unknown
}

/**
 * The second maker of `Database`, over libSQL in this process: for simulation alone (docs/decisions/102). It answers as
 * the server does, and knows no locks, queue, deadlines or errors of the wire.
 */
export function openDatabaseInProcess(
	engine: Pick<Engine, 'batch'>,
	settings: InProcessSettings = {},
): Database {
	const { trip = (_mode, send) => send(), afterTurn } = settings

	async function travel(statements: readonly Statement[], mode: Mode): Promise<ResultSet[]> {
		try {
			return await trip(mode, () => send(engine, statements, mode))
		} catch (error) {
			throw classifyDatabaseError(error, statements)
		}
	}

	return {
		read: batchReads((statements) => travel(statements, 'read'), afterTurn),
		async writeBatch(batch) {
			return writtenBatch(batch, await travel(statementsOf(batch), 'write'))
		},
	}
}

async function send(
	engine: Pick<Engine, 'batch'>,
	statements: readonly Statement[],
	mode: Mode,
): Promise<ResultSet[]> {
	try {
		const shapes = statements.map(shapeOf)
		const inStatements = statements.map(({ args }, i) => ({
			sql: (shapes[i] as Shape).sql,
			args: args.map(asServerBinds),
		}))
		const results = await engine.batch(inStatements, mode)
		return results.map((result, i) => asServerAnswers(result, shapes[i] as Shape))
	} catch (error) {
		throw asServerCodes(error)
	}
}

/** Over HTTP a boolean arrives as INTEGER, other numbers as REAL; the engine in process takes both as REAL. */
function asServerBinds(value: InValue): InValue {
	return typeof value === 'boolean' ? BigInt(value) : value
}

/** The engine in process counts no changed row where the statement gives rows, and knows numbers without an end. */
function asServerAnswers(result: ResultSet, { countsRows }: Shape): ResultSet {
	for (const row of result.rows)
		for (const name of result.columns)
			if (isEndless(row[name])) throw failure('HRANA_PROTO_ERROR', 'a number that no answer can carry')
	return countsRows && result.columns.length > 0 ? { ...result, rowsAffected: result.rows.length } : result
}

const isEndless = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)

/** What the server says of SQL that it does not understand: `near "SELEC": syntax error`. */
const notUnderstood =
	/^near "|incomplete input|unrecognized token|no such function|wrong number of arguments|ambiguous column|misuse of/

/** The server has codes for SQL that is not understood, and none for what fails later; the engine has one for both. */
function asServerCodes(error: unknown): unknown {
	if (!(error instanceof Error) || !('code' in error) || error.code !== 'SQLITE_ERROR') return error
	const message = error.message.replace(/^(SQLITE_ERROR: )+/, '')
	return failure(notUnderstood.test(message) ? 'SQL_INPUT_ERROR' : 'SQLITE_UNKNOWN', message)
}

function failure(code: string, message: string): Error {
	return Object.assign(new Error(message), { code })
}

/** What is known of a statement by its text alone. */
type Shape = {
	/** The text as it was first sent: a text that is made anew each time is slow to look up. */
	sql: string
	parameters: number
	isOne: boolean
	/** It writes and gives rows. */
	countsRows: boolean
}

/** By the text of a statement: there are a few hundred, sent many times. */
const shapes = new Map<string, Shape>()

/** Throws where the server does: the engine takes NULL for a value that is missing, and drops what is too many. */
function shapeOf({ sql, args }: Statement): Shape {
	let shape = shapes.get(sql)
	if (!shape) {
		shape = shapeOfText(sql)
		shapes.set(sql, shape)
	}
	if (!shape.isOne) throw failure('SQL_MANY_STATEMENTS', 'more than one statement')
	if (shape.parameters !== args.length)
		throw failure('ARGS_INVALID', 'the values do not match the parameters')
	return shape
}

function shapeOfText(sql: string): Shape {
	const bare = sql.replace(/'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g, '')
	// A bare `?` has the number after the highest one before it.
	const parameters = [...bare.matchAll(/\?(\d*)/g)].reduce(
		(highest, [, number]) => (number ? Math.max(highest, Number(number)) : highest + 1),
		0,
	)
	const isRead = /^\s*(SELECT|VALUES)\b/i.test(sql)
	return {
		sql,
		parameters,
		isOne: !/;\s*\S/.test(bare),
		countsRows: !isRead && /\bRETURNING\b/i.test(sql),
	}
}
