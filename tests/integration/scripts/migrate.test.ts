import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

describe('bringing a database to its newest version', () => {
	let folder: string
	let server: DatabaseServer
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-migrate-'))
		server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	})
	afterEach(async () => {
		await server.stop()
		rmSync(folder, { recursive: true, force: true })
	})

	/** A folder of migrations as drizzle-kit writes it, one per text. */
	function migrations(...texts: string[]): string {
		const path = join(folder, 'migrations')
		mkdirSync(join(path, 'meta'), { recursive: true })
		const entries = texts.map((sql, idx) => {
			writeFileSync(join(path, `000${idx}_step.sql`), sql)
			return { idx, version: '6', when: 1_000 + idx, tag: `000${idx}_step`, breakpoints: true }
		})
		writeFileSync(
			join(path, 'meta/_journal.json'),
			JSON.stringify({ version: '7', dialect: 'sqlite', entries }),
		)
		return path
	}

	async function ids() {
		const client = createClient({ url: server.url })
		try {
			return (await client.execute('SELECT id FROM shops ORDER BY id')).rows.map((row) => row.id)
		} finally {
			client.close()
		}
	}

	const TABLE = "CREATE TABLE shops (id TEXT);--> statement-breakpoint\nINSERT INTO shops VALUES ('first')"

	it('takes every step of the project, and the second time none', async () => {
		const first = await migrateDatabase(server.url)
		expect(first.applied).toBeGreaterThan(0)
		expect(await migrateDatabase(server.url)).toEqual({ version: first.version, applied: 0 })
	})

	it('takes only the steps that are new', async () => {
		await migrateDatabase(server.url, { migrationsFolder: migrations(TABLE) })
		const migrationsFolder = migrations(TABLE, "INSERT INTO shops VALUES ('second')")
		expect(await migrateDatabase(server.url, { migrationsFolder })).toEqual({ version: 1_001, applied: 1 })
		expect(await ids()).toEqual(['first', 'second'])
	})

	it('takes each step once when several programs start together', async () => {
		await migrateDatabase(server.url, { migrationsFolder: migrations(TABLE) })
		// Adding a row twice breaks no rule of the table: only the record of the step can prevent it.
		const migrationsFolder = migrations(TABLE, "INSERT INTO shops VALUES ('second')")
		await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(server.url, { migrationsFolder })))
		expect(await ids()).toEqual(['first', 'second'])
	})

	it('leaves nothing of a step that fails, and says why in one line', async () => {
		await migrateDatabase(server.url, { migrationsFolder: migrations(TABLE) })
		const broken =
			"INSERT INTO shops VALUES ('half');--> statement-breakpoint\nINSERT INTO nowhere VALUES (1)"
		const failing = migrateDatabase(server.url, { migrationsFolder: migrations(TABLE, broken) })
		await expect(failing).rejects.toThrow(StartProblem)
		await expect(failing).rejects.toThrow(/^[^\n]*could not be migrated[^\n]*nowhere[^\n]*$/)
		expect(await ids()).toEqual(['first'])
	})

	it('says in one line that a database cannot be reached', async () => {
		await server.stop()
		await expect(migrateDatabase(server.url)).rejects.toThrow(/^[^\n]*could not be migrated[^\n]*$/)
	})
})
