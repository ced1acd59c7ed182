import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { spawnSqld, sqldBinary } from '#scripts/local/sqld.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

describe('the database server of this machine', () => {
	let dataDir: string
	let server: DatabaseServer
	let crashed: Promise<string>

	beforeEach(async () => {
		dataDir = mkdtempSync(join(tmpdir(), 'wakati-sqld-'))
		let onCrash: ((reason: string) => void) | undefined
		crashed = new Promise((resolve) => {
			onCrash = resolve
		})
		server = await startDatabaseServer({ dataDir, onCrash })
		await run('CREATE TABLE visits (id TEXT)')
		await run("INSERT INTO visits VALUES ('kept')")
	})
	afterEach(async () => {
		await server.stop()
		rmSync(dataDir, { recursive: true, force: true })
	})

	async function run(sql: string) {
		const client = createClient({ url: server.url })
		try {
			return (await client.execute(sql)).rows.map((row) => row[0])
		} finally {
			client.close()
		}
	}

	it('keeps its data and its address over a restart', async () => {
		const before = server.pid
		await server.restart()
		expect(server.pid).not.toBe(before)
		expect(await run('SELECT id FROM visits')).toEqual(['kept'])
	})

	it('keeps what it acknowledged when it is killed', async () => {
		await server.kill()
		expect(server.pid).toBeUndefined()
		await expect(run('SELECT id FROM visits')).rejects.toThrow()
		await server.restart()
		expect(await run('SELECT id FROM visits')).toEqual(['kept'])
	})

	it('keeps its data when another start uses the same folder later', async () => {
		await server.stop()
		server = await startDatabaseServer({ dataDir })
		expect(await run('SELECT id FROM visits')).toEqual(['kept'])
	})

	it('tells that it ended when nobody asked it to', async () => {
		process.kill(server.pid ?? 0, 'SIGKILL')
		expect(await crashed).toContain('SIGKILL')
		expect(server.pid).toBeUndefined()
	})

	it('never takes the answer of another server on its port for its own', async () => {
		const second = startDatabaseServer({ dataDir: join(dataDir, 'second'), port: server.port })
		await expect(second).rejects.toThrow(StartProblem)
		await expect(second).rejects.toThrow(/^[^\n]*Address already in use[^\n]*$/)
	})

	it('tells the whole reason of a start that failed, also when it was written in pieces', async () => {
		const program = join(dataDir, 'sqld-in-pieces')
		const script =
			"process.stderr.write('Error: '); setTimeout(() => { console.error('disk is full'); process.exit(1) }, 50)"
		writeFileSync(program, `#!${process.execPath}\n${script}\n`, { mode: 0o755 })
		await expect(spawnSqld(program, dataDir, 1)).rejects.toThrow(/\(exit code 1, Error: disk is full\)/)
	})

	it('names what to do on a machine that it has no program for', () => {
		expect(() => sqldBinary('win32', 'x64')).toThrow(/DATABASE_URL.*Turso.*libsql-server/)
	})
})
