import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instant } from '#app/kernel/instant.ts'
import type { BatchResult, ErrorBody, Pipeline } from '#db/hrana.server.ts'
import { Native, type NativeDatabase } from './native-libsql.ts'
import type { Scheduler } from './scheduler.ts'

type Value = { type: 'null' } | { type: 'text' | 'integer'; value: string } | { type: 'float'; value: number }
type Stmt = { sql: string; args?: Value[] }
type Condition =
	| { type: 'ok' | 'error'; step: number }
	| { type: 'not'; cond: Condition }
	| { type: 'and' | 'or'; conds: Condition[] }
type Asked =
	| { type: 'close' }
	| { type: 'execute'; stmt: Stmt }
	| { type: 'batch'; batch: { steps: { stmt: Stmt; condition?: Condition }[] } }
type StatementResult = NonNullable<BatchResult['step_results'][number]>
type Connection = {
	/** Throws what the engine does. */
	execute: (stmt: Stmt) => StatementResult
	inTransaction: () => boolean
	close: () => void
}
/** `writesSince`: when its open transaction began. */
type Stream = {
	name: number
	turn: number
	endsAt: Instant
	connection: Connection
	writesSince: Instant | null
}

/** `type`: of the content. */
export type HttpAnswer = { status: number; type: string | null; text: string }
export type SqldInProcess = ReturnType<typeof createSqldInProcess>

const STREAM_IDLE_MS = 10_000
/** An open transaction that is older is ended for another one. */
const STOLEN_AFTER_MS = 5_000
const BUSY: ErrorBody = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' }
const TOO_LARGE: ErrorBody = { message: 'Response is too large', code: 'RESPONSE_TOO_LARGE' }

/**
 * Stands for sqld and its pipelines: streams that go on by a baton, which is good once, and batches whose steps have
 * conditions. `takesMs`: how long the next request of a pipeline takes.
 */
export function createSqldInProcess(time: Pick<Scheduler, 'now' | 'until'>, takesMs: () => number) {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-writer-'))
	const connect = () => openConnection(join(folder, 'data'))
	const own = connect()
	/** Of streams that have ended: to open one takes longer than all that it does. */
	const unused: Connection[] = []
	const streams = new Map<number, Stream>()
	let lockedUntil = 0
	let lives = 1
	let opened = 0

	/** What a statement is answered: its result, or its error. */
	function attempt(stream: Stream, stmt: Stmt): StatementResult | ErrorBody {
		if (stmt.sql.startsWith('BEGIN')) {
			if (time.now() < lockedUntil) return BUSY
			for (const { writesSince, connection } of streams.values())
				if (writesSince !== null && time.now() - writesSince >= STOLEN_AFTER_MS) rollBack(connection)
		}
		try {
			return stream.connection.execute(stmt)
		} catch (error) {
			return errorOf(error)
		} finally {
			stream.writesSince = stream.connection.inTransaction() ? (stream.writesSince ?? time.now()) : null
		}
	}

	/** `breaksAt`: the share of a batch after which it is broken off. */
	function answer(stream: Stream, asked: Asked, breaksAt: number | null): Pipeline['results'][number] {
		if (asked.type === 'close') {
			end(stream)
			return { type: 'ok' }
		}
		if (asked.type === 'execute') {
			const result = attempt(stream, asked.stmt)
			return isError(result) ? { type: 'error', error: result } : { type: 'ok', response: { result } }
		}
		const results: (StatementResult | null)[] = []
		const errors: (ErrorBody | null)[] = []
		const { steps } = asked.batch
		for (const { stmt, condition } of steps) {
			// Its transaction stays open, as in sqld 0.24.
			if (breaksAt !== null && results.length > breaksAt * steps.length)
				return { type: 'error', error: TOO_LARGE }
			const told = condition && !holds(condition, results, errors) ? null : attempt(stream, stmt)
			results.push(isError(told) ? null : told)
			errors.push(isError(told) ? told : null)
		}
		return { type: 'ok', response: { result: { step_results: results, step_errors: errors } } }
	}

	function end({ name, connection }: Stream): void {
		streams.delete(name)
		rollBack(connection)
		unused.push(connection)
	}

	/** The stream of a baton, or what the server says of it. */
	function streamOf(baton: string | null): Stream | string {
		for (const stream of streams.values()) if (stream.endsAt <= time.now()) end(stream)
		if (baton === null) {
			const connection = unused.pop() ?? connect()
			const stream = { name: ++opened, turn: 0, endsAt: 0, connection, writesSince: null }
			streams.set(stream.name, stream)
			return stream
		}
		const [life, name, turn] = baton.split('.').map(Number)
		if (life !== lives) return 'Received an invalid baton'
		const stream = streams.get(Number(name))
		if (!stream) return 'The stream has expired due to inactivity'
		return stream.turn === turn ? stream : 'Received a baton that has already been used'
	}

	return {
		/**
		 * A request that has reached the server. Throws where the server ends meanwhile. `breaksAt`: the share of it after
		 * which a batch is broken off.
		 */
		async arrive(body: string, breaksAt: number | null): Promise<HttpAnswer> {
			const { baton, requests } = JSON.parse(body) as { baton: string | null; requests: Asked[] }
			const stream = streamOf(baton)
			if (typeof stream === 'string') return { status: 400, type: 'text/plain', text: stream }
			stream.turn++
			stream.endsAt = Number.POSITIVE_INFINITY
			const life = lives
			const results: Pipeline['results'] = []
			for (const asked of requests) {
				await time.until(time.now() + takesMs())
				if (life !== lives) throw new Error('the connection was reset')
				const broken = breaksAt === null ? -1 : breaksAt * requests.length - results.length
				results.push(answer(stream, asked, broken >= 0 && broken < 1 ? broken : null))
			}
			stream.endsAt = time.now() + STREAM_IDLE_MS
			const next = streams.has(stream.name) ? [lives, stream.name, stream.turn].join('.') : null
			const pipeline: Pipeline = { baton: next, base_url: null, results }
			return { status: 200, type: 'application/json', text: JSON.stringify(pipeline) }
		},
		/** Ends all streams, and what runs. */
		restart() {
			for (const stream of streams.values()) end(stream)
			lives++
		},
		/** Another program writes: until then no transaction begins. */
		lockUntil(instant: Instant) {
			lockedUntil = instant
		},
		/** Beside all streams; false where one of them is writing. */
		change(sql: string): boolean {
			try {
				own.execute({ sql })
				return true
			} catch (error) {
				if (errorOf(error).code === BUSY.code) return false
				throw error
			}
		},
		/** Beside all streams: rows as lists of texts. */
		read: (sql: string) => own.execute({ sql }).rows.map((row) => row.map(textOf)),
		close() {
			for (const { connection } of streams.values()) connection.close()
			for (const connection of [own, ...unused]) connection.close()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

const isError = (told: StatementResult | ErrorBody | null): told is ErrorBody =>
	told !== null && 'message' in told
const textOf = (cell: StatementResult['rows'][number][number]) =>
	'value' in cell ? String(cell.value) : null

function rollBack({ inTransaction, execute }: Connection): void {
	if (inTransaction()) execute({ sql: 'ROLLBACK' })
}

function holds(
	condition: Condition,
	results: readonly (StatementResult | null)[],
	errors: readonly (ErrorBody | null)[],
): boolean {
	switch (condition.type) {
		case 'ok':
			return Boolean(results[condition.step])
		case 'error':
			return Boolean(errors[condition.step])
		case 'not':
			return !holds(condition.cond, results, errors)
		case 'and':
			return condition.conds.every((one) => holds(one, results, errors))
		case 'or':
			return condition.conds.some((one) => holds(one, results, errors))
	}
}

function openConnection(path: string): Connection {
	const database = new Native(path)
	const statements = new Map<string, (values: readonly unknown[]) => StatementResult>()
	const execute = ({ sql, args = [] }: Stmt) => {
		const run = statements.get(sql) ?? prepare(database, sql)
		statements.set(sql, run)
		return run(args.map(bound))
	}
	// Readers see what is committed, while one writes. Nothing outlives this process, and nothing waits for a lock.
	for (const sql of ['journal_mode = WAL', 'synchronous = OFF', 'busy_timeout = 0', 'wal_autocheckpoint = 0'])
		execute({ sql: `PRAGMA ${sql}` })
	return { execute, inTransaction: () => database.inTransaction, close: () => database.close() }
}

function prepare(database: NativeDatabase, sql: string): (values: readonly unknown[]) => StatementResult {
	const statement = database.prepare(sql).safeIntegers(true)
	try {
		statement.raw(true)
	} catch {
		// It gives no rows.
		return (values) => ({ cols: [], rows: [], affected_row_count: Number(statement.run(values).changes) })
	}
	const cols = statement.columns().map(({ name }) => ({ name }))
	const isRead = sql.startsWith('SELECT')
	return (values) => {
		const rows = statement.all(values).map((row) => row.map(encoded))
		return { cols, rows, affected_row_count: isRead ? 0 : rows.length }
	}
}

function bound(value: Value): unknown {
	if (value.type === 'null') return null
	return value.type === 'integer' ? BigInt(value.value) : value.value
}

function encoded(value: unknown): Value {
	if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
	if (typeof value === 'number') return { type: 'float', value }
	return typeof value === 'string' ? { type: 'text', value } : { type: 'null' }
}

/** As the server words what the engine says: a violation has one code, whatever it violates. */
function errorOf(error: unknown): ErrorBody {
	if (!(error instanceof Error)) throw error
	const code = 'code' in error ? String(error.code) : 'SQLITE_UNKNOWN'
	const message = `SQLite error: ${error.message}`
	return { message, code: code.startsWith('SQLITE_CONSTRAINT') ? 'SQLITE_CONSTRAINT' : code }
}
