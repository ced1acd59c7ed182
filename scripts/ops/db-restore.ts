import { createReadStream, existsSync } from 'node:fs'
import { type Client, createClient } from '@libsql/client/web'
import { audit } from '#db/invariants/audit.server.ts'
import { countMissingMigrations } from '#scripts/local/migrate.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsDatabase } from './ops-environment.ts'

/** One trip: far below the five seconds that sqld gives a transaction. */
const ROWS_PER_STATEMENT = 100
const STATEMENTS_PER_TRIP = 20

export const dbRestore: OpsCommand = {
	name: 'db restore',
	summary: 'restores a dump into an empty database and checks every invariant',
	places: ['dump'],
	about:
		'Takes a file of `ops db dump`, of sqld (GET /dump) or of sqlite3 (.dump), and writes it into DATABASE_URL, which must be empty. Tables come first, then rows, then indexes, views and triggers: a trigger made too early would count rows twice. The search index is rebuilt. Then every invariant of the database is checked, and every breach is named.',
	async run({ places: [dump = ''], env, note }) {
		if (!existsSync(dump)) throw new StartProblem(`There is no file ${dump}.`)
		const { url, authToken } = opsDatabase(env)
		const client = createClient({ url, authToken })
		try {
			await requireEmpty(client, url)
			const counts = await restore(client, createReadStream(dump, 'utf8'), note).catch((error) => {
				throw error instanceof CutTextError ? cutDump() : error
			})
			note('All rows restored. Checking the invariants …')
			const violations = await audit(client)
			const missing = await countMissingMigrations(url, { authToken })
			return {
				isWell: violations.length === 0,
				lines: [
					`${counts.tables} tables with ${counts.rows} rows, ${counts.others} indexes, views and triggers are restored.`,
					...violations.map(({ invariant, subject }) => `NOT SOUND: ${invariant}: ${subject}`),
					...(violations.length === 0 ? ['The database is sound.'] : []),
					...(missing > 0
						? [`It lacks ${missing} migrations of this release: run \`npm run db:migrate\`.`]
						: []),
					'Before you open to customers, run: npm run ops -- payments reconcile (docs/operations.md).',
				],
				data: { ...counts, violations, missingMigrations: missing },
			}
		} finally {
			client.close()
		}
	},
}

function cutDump(): StartProblem {
	return new StartProblem(
		'The dump is incomplete: it does not end with COMMIT. Use a complete dump, and a new database.',
	)
}

async function requireEmpty(client: Client, url: string) {
	const { rows } = await client.execute(
		"SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'libsql_%' LIMIT 1",
	)
	if (rows.length > 0)
		throw new StartProblem(
			`The database at ${url} is not empty (it has ${rows[0]?.name}): restore into a new one, and then name that one in DATABASE_URL.`,
		)
}

async function restore(client: Client, pieces: AsyncIterable<string>, note: (line: string) => void) {
	const counts = { tables: 0, rows: 0, others: 0 }
	const searches: string[] = []
	const last: string[] = []
	let waiting: string[] = []
	let isWhole = false
	/** Rows of one table for one statement. */
	let group = { into: '', rows: [] as string[] }

	function closeGroup() {
		if (group.rows.length > 0) waiting.push(`${group.into} VALUES ${group.rows.join(', ')}`)
		group = { into: '', rows: [] }
	}
	async function send() {
		closeGroup()
		// Rows may precede the rows they refer to: foreign keys are off, and the auditor checks them at the end.
		if (waiting.length > 0) await client.migrate(waiting)
		waiting = []
	}

	for await (const statement of sqlStatements(pieces)) {
		isWhole = /^COMMIT$/i.test(statement)
		const table = readTableName(statement)
		if (table && isPartOfSearch(table, searches)) continue
		const [, into, row] =
			/^(INSERT INTO (?:"(?:[^"]|"")+"|`[^`]+`|'[^']+'|\w+)) VALUES\s*(\(.*\))$/s.exec(statement) ?? []
		if (into && row) {
			if (group.into !== into || group.rows.length >= ROWS_PER_STATEMENT) closeGroup()
			group.into = into
			group.rows.push(row)
			counts.rows += 1
			if (counts.rows % 20_000 === 0) note(`${counts.rows} rows …`)
		} else if (/^CREATE TABLE\b/i.test(statement)) {
			closeGroup()
			waiting.push(statement)
			counts.tables += 1
		} else if (/^INSERT INTO sqlite_schema\b/i.test(statement)) {
			searches.push(virtualTable(statement))
		} else if (/^CREATE VIRTUAL TABLE\b/i.test(statement)) {
			searches.push(statement)
		} else if (/^CREATE\b/i.test(statement)) {
			last.push(statement)
		} else if (!/^(PRAGMA|BEGIN|COMMIT|ANALYZE)\b/i.test(statement)) {
			throw new StartProblem(`The dump has a statement that nobody expects: ${statement.slice(0, 80)}`)
		}
		if (waiting.length >= STATEMENTS_PER_TRIP) await send()
	}
	if (!isWhole) throw cutDump()
	await send()
	for (const search of searches) {
		const name = readTableName(search)
		await client.migrate([search, `INSERT INTO ${name} (${name}) VALUES ('rebuild')`])
	}
	if (last.length > 0) await client.migrate(last)
	// A search table with its own words is filled from its view, which exists by now.
	for (const search of searches.filter((one) => !/\bcontent\s*=/.test(one))) {
		const name = readTableName(search) ?? ''
		await client.migrate([`INSERT INTO ${name} SELECT * FROM ${name.replace(/_search$/, '_words')}`])
	}
	counts.others = last.length
	return counts
}

/** The table that a statement creates or fills. */
function readTableName(statement: string): string | undefined {
	return /^(?:INSERT INTO|CREATE (?:VIRTUAL )?TABLE(?: IF NOT EXISTS)?) ["'`]?(\w+)/i.exec(statement)?.[1]
}

/** A full-text index creates its own tables. */
function isPartOfSearch(table: string, searches: readonly string[]): boolean {
	return searches.some((search) => {
		const [, part] = table.split(`${readTableName(search)}_`)
		return part !== undefined && ['data', 'idx', 'docsize', 'config', 'content'].includes(part)
	})
}

/** A dump writes a virtual table into the schema, which no hosted server allows: its statement is the last value. */
function virtualTable(statement: string): string {
	const [, quoted] = /,\s*'(CREATE VIRTUAL TABLE .*)'\)$/s.exec(statement) ?? []
	if (!quoted)
		throw new StartProblem(`The dump has a statement that nobody expects: ${statement.slice(0, 80)}`)
	return quoted.replaceAll("''", "'")
}

const closing: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }

export class CutTextError extends Error {
	override name = 'CutTextError'
}

/** Splits SQL that comes in pieces. A trigger is one statement. Throws a CutTextError for an incomplete end. */
export async function* sqlStatements(pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let rest = ''
	for await (const piece of pieces) {
		rest += piece
		for (;;) {
			const end = endOfStatement(rest)
			if (end === null) break
			const statement = rest.slice(0, end).trim()
			rest = rest.slice(end + 1)
			if (statement !== '') yield statement
		}
	}
	if (rest.trim() !== '') throw new CutTextError('the text ends in the middle of a statement')
}

/** The first statement's semicolon; null while it has not come yet. */
function endOfStatement(text: string): number | null {
	const isTrigger = /^\s*CREATE\s+(TEMP(ORARY)?\s+)?TRIGGER\b/i.test(text)
	let afterLastSemicolon = 0
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] ?? ''
		if (sign in closing) {
			const end = text.indexOf(closing[sign] ?? '', at + 1)
			if (end < 0) return null
			// A doubled quote ends one text and begins the next.
			at = end
		} else if (text.startsWith('--', at)) {
			const end = text.indexOf('\n', at)
			if (end < 0) return null
			at = end
		} else if (sign === ';') {
			// A trigger's body has semicolons; the last one follows a lone END.
			if (!isTrigger || /^\s*END\s*$/i.test(text.slice(afterLastSemicolon, at))) return at
			afterLastSemicolon = at + 1
		}
	}
	return null
}
