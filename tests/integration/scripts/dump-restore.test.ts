import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { plantPayments } from '#tests/integration/payments/planted-payments.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const now = Date.UTC(2026, 10, 21, 9)
const database = withTestDatabase({ demoAt: now })

describe('the restore drill', () => {
	let folder: string
	let server: DatabaseServer
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-restore-'))
		server = await startDatabaseServer({ dataDir: join(folder, 'database') })
		await plantPayments(database().client, now)
	})
	afterAll(async () => {
		await server.stop()
		rmSync(folder, { recursive: true, force: true })
	})

	async function ops(url: string, ...words: string[]) {
		const said: string[] = []
		const noted: string[] = []
		const code = await runOps(words, {
			env: { DATABASE_URL: url },
			say: (line) => void said.push(line),
			note: (line) => void noted.push(line),
		})
		return { code, said, problem: noted.join('\n') }
	}

	/** What a database is made of, and every row of every table. */
	async function contentOf(url: string) {
		const client = createClient({ url })
		try {
			const { rows: schema } = await client.execute(
				"SELECT type, name, replace(sql, 'IF NOT EXISTS ', '') AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_search_%' ORDER BY type, name",
			)
			const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name))
			const rows = await client.batch(tables.map((name) => `SELECT * FROM "${name}"`))
			return {
				schema: schema.map((row) => ({ ...row })),
				rows: tables.map((name, i) => [name, rows[i]?.rows.map((row) => JSON.stringify({ ...row })).sort()]),
			}
		} finally {
			client.close()
		}
	}

	test('a dump into an empty database is the database again, sound, and its search finds', async () => {
		// What a dump writes with functions, and what could pass for the end of a statement.
		await database().change(
			"UPDATE reviews SET comment = 'Nice;\nreally ''nice''; END;\n-- \"done\"' WHERE rowid = (SELECT min(rowid) FROM reviews)",
		)
		const file = join(folder, 'wakati.sql')
		const dumped = await ops(database().url, 'db', 'dump', file, '--json')
		expect(dumped.code).toBe(0)
		expect(JSON.parse(dumped.said.join(''))).toMatchObject({ ok: true, file, bytes: expect.any(Number) })

		const restored = await ops(server.url, 'db', 'restore', file)
		expect(restored.problem).not.toMatch(/problem|Error/)
		expect(restored.said).toContain('The database is sound.')
		expect(restored.code).toBe(0)
		expect(await contentOf(server.url)).toEqual(await contentOf(database().url))

		const client = createClient({ url: server.url })
		const found = await client.execute(
			"SELECT count(*) FROM shop_word_search WHERE shop_word_search MATCH 'braids'",
		)
		expect(Number(found.rows[0]?.[0])).toBeGreaterThan(0)
		const programs = await client.execute(
			"SELECT count(*) FROM program_search WHERE program_search MATCH 'ade'",
		)
		expect(Number(programs.rows[0]?.[0])).toBe(2)
		client.close()
		const again = await ops(server.url, 'db', 'restore', file)
		expect(again).toMatchObject({
			code: 1,
			problem: expect.stringMatching(/is not empty .*restore into a new one/),
		})
	})

	test.each([
		['in the middle of a row', (whole: string) => whole.slice(0, whole.indexOf('INSERT INTO') + 20)],
		['between two rows', (whole: string) => whole.slice(0, whole.lastIndexOf('COMMIT'))],
	])('a dump that was cut %s is refused before an index or a trigger is made', async (_, cutIn) => {
		const cut = join(folder, 'cut.sql')
		writeFileSync(cut, cutIn(readFileSync(join(folder, 'wakati.sql'), 'utf8')))
		const other = await startDatabaseServer({ dataDir: mkdtempSync(join(folder, 'other-')) })
		try {
			expect(await ops(other.url, 'db', 'restore', cut)).toMatchObject({
				code: 1,
				said: [],
				problem: expect.stringMatching(/^The dump is incomplete/),
			})
			const client = createClient({ url: other.url })
			const { rows } = await client.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
			expect(rows).toEqual([])
			client.close()
		} finally {
			await other.stop()
		}
	})

	test('a file that is not there is named', async () => {
		expect(await ops(server.url, 'db', 'restore', join(folder, 'none.sql'))).toMatchObject({
			code: 1,
			problem: expect.stringMatching(/^There is no file/),
		})
	})
})

describe('the operator who asks wrongly', () => {
	async function ask(...words: string[]) {
		const said: string[] = []
		const noted: string[] = []
		const code = await runOps(words, {
			env: {},
			say: (line) => void said.push(line),
			note: (line) => void noted.push(line),
		})
		return { code, said: said.join('\n'), problem: noted.join('\n') }
	}

	test('is shown the commands, and what one does', async () => {
		expect(await ask()).toMatchObject({ code: 0, said: expect.stringContaining('db restore') })
		expect(await ask('--help')).toMatchObject({ code: 0 })
		const help = await ask('db', 'restore', '--help')
		expect(help).toMatchObject({
			code: 0,
			said: expect.stringMatching(/^Usage: npm run ops -- db restore <dump>/),
		})
	})

	test.each([
		[['db'], /^There is no command "db"/],
		[['db', 'drop'], /^There is no command "db drop"/],
		[['db', 'restore'], /^db restore takes <dump>/],
		[['db', 'restore', 'a', 'b'], /^db restore takes <dump>/],
		[['db', 'restore', 'a', '--force'], /--force/],
	])('%j ends with 2', async (words, line) => {
		const { code, said, problem } = await ask(...words)
		expect(problem).toMatch(line)
		expect(problem).toContain('Usage: npm run ops -- ')
		expect([code, said]).toEqual([2, ''])
	})

	test('is told which setting is missing', async () => {
		expect(await ask('db', 'dump', 'x.sql')).toMatchObject({
			code: 1,
			problem: expect.stringMatching(/^Set DATABASE_URL/),
		})
	})
})
