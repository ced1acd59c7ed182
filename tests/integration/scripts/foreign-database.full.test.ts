import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { openLocalDatabase } from '#scripts/local/local-database.ts'
import { openLocalOutsideServices } from '#scripts/local/local-outside-services.ts'
import { readLocalSettings } from '#scripts/local/local-settings.ts'
import { runLocalWorker } from '#scripts/local/local-worker.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import type { Program } from '#scripts/local/run-program.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { withScripts } from './run-script.ts'
import { tinyCrons, writeTinyBuild } from './tiny-build.ts'

const runScript = withScripts()

describe('S4: a database that npm start did not start itself', () => {
	let folder: string
	let server: DatabaseServer
	let client: Client
	const cleanUps: (() => Promise<void> | void)[] = []
	const program: Program = {
		onStop: (cleanUp) => void cleanUps.push(cleanUp),
		fail: (line) => {
			throw new Error(line)
		},
		stop: () => Promise.reject(new Error('not here')),
	}
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-foreign-'))
		server = await startDatabaseServer({ dataDir: join(folder, 'database') })
		client = createClient({ url: server.url })
	})
	afterEach(async () => {
		vi.useRealTimers()
		for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
		client.close()
		await server.stop()
		rmSync(folder, { recursive: true, force: true })
	})
	const settings = () => readLocalSettings({ DATABASE_URL: server.url, DATA_DIR: join(folder, 'data') })
	const count = async (table: string) =>
		Number((await client.execute(`SELECT count(*) FROM ${table}`)).rows[0]?.[0])

	test('is migrated by npm run db:migrate, which does nothing else', async () => {
		const { code, said } = await runScript('db-migrate.ts', { DATABASE_URL: server.url })
		expect(said).toMatch(
			/^(Bringing the database .*\n)+The database is at its newest version \(\d+ steps done\)\.\n$/,
		)
		expect(code).toBe(0)
		for (const table of ['shops', 'users', 'outbox', 'job_runs']) expect(await count(table)).toBe(0)
		const again = await runScript('db-migrate.ts', { DATABASE_URL: server.url })
		expect(again).toMatchObject({ code: 0, said: 'The database has every migration: nothing was done.\n' })
	})

	test('is neither migrated nor filled by npm start, which says how to', async () => {
		const opening = openLocalDatabase(settings(), program, () => {})
		await expect(opening).rejects.toThrow(StartProblem)
		await expect(opening).rejects.toThrow(/npm run db:migrate/)
		expect(await count('sqlite_schema')).toBe(0)
		await migrateDatabase(server.url)
		expect(await openLocalDatabase(settings(), program, () => {})).toMatchObject({ isOwn: false })
		expect(await count('shops')).toBe(0)
	})

	test('meets no sandbox: its mails and refunds are not for this machine', async () => {
		expect(await openLocalOutsideServices(settings(), program)).toMatchObject({ settings: {}, places: [] })
		expect(cleanUps).toEqual([])
	})

	test.each([
		[true, 2],
		[false, 0],
	])('has its cron elsewhere (cron here: %s)', async (hasCron, minutes) => {
		writeTinyBuild(join(folder, 'build'))
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const options = { buildDir: join(folder, 'build'), settings: {}, hasCron }
		const url = await runLocalWorker(options, program, () => {})
		await vi.advanceTimersByTimeAsync(60_000)
		const seen = async () => (await (await fetch(`${url}/env`)).json<{ crons: string[] }>()).crons
		// A minute whose run is not over yet is left out.
		const nextMinute = async () => {
			if ((await seen()).length < minutes * tinyCrons.length) await vi.advanceTimersByTimeAsync(60_000)
			return (await seen()).sort()
		}
		await expect.poll(nextMinute).toEqual(tinyCrons.flatMap((cron) => Array(minutes).fill(cron)))
	})

	test('gets the demo data by their own command, once', async () => {
		const seed = () => runScript('seed.ts', { DATABASE_URL: server.url }, ['--demo'])
		expect(await seed()).toMatchObject({ code: 1, problem: expect.stringMatching(/npm run db:migrate/) })
		await migrateDatabase(server.url)
		expect(await seed()).toMatchObject({ code: 0, said: 'The demo shops and accounts are in.\n' })
		expect(await count('shops')).toBeGreaterThanOrEqual(12)
		expect(await seed()).toMatchObject({ code: 1, problem: expect.stringMatching(/has shops already/) })
	})
})
