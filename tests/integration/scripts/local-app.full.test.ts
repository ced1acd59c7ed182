import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { createClient } from '@libsql/client/web'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { childProcessId } from '#scripts/local/worker-runtime.ts'
import { type Bundle, bundle } from '#tests/support/bundle.ts'
import { writeTinyBuild } from './tiny-build.ts'

describe('the running app', () => {
	let bundled: Bundle
	beforeAll(async () => {
		bundled = await bundle('integration/scripts/local-app.program.ts')
	})
	afterAll(() => bundled.remove())

	let folder: string
	let program: ChildProcess
	let lines: Interface
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-app-'))
		writeTinyBuild(join(folder, 'build'))
	})
	afterEach(() => {
		program.kill('SIGKILL')
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
	})

	async function start(): Promise<{ database: string; worker: string }> {
		launch()
		return JSON.parse(await lineWith('"worker"'))
	}

	function launch(): void {
		program = spawn(process.execPath, [bundled.file], {
			env: {
				PATH: process.env.PATH,
				DATA_DIR: join(folder, 'data'),
				BUILD_DIR: join(folder, 'build'),
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		if (!program.stdout) throw new Error('the program has no output')
		lines = createInterface(program.stdout)
	}

	async function lineWith(words: string): Promise<string> {
		for (;;) {
			const [line] = await once(lines, 'line')
			if (line.includes(words)) return line
		}
	}

	/** Connects to the program behind an address. `broken` settles when that program ends. */
	async function lineTo(url: string): Promise<{ broken: Promise<void> }> {
		const { hostname, port } = new URL(url)
		const socket = connect(Number(port), hostname)
		const broken = new Promise<void>((resolve) => {
			// A killed program resets its lines, which is an error before it is a close.
			socket.on('error', () => {}).on('close', () => resolve())
		})
		await once(socket, 'connect')
		return { broken }
	}

	function databaseProcess(port: string): number {
		const pid = childProcessId(program.pid, 'sqld', `:${port} `)
		if (pid === undefined) throw new Error('the database server was not found')
		return pid
	}

	async function countShops(database: string) {
		const client = createClient({ url: database })
		try {
			return (await client.execute('SELECT count(*) AS shops FROM shops')).rows[0]?.shops
		} finally {
			client.close()
		}
	}

	it.each(['SIGINT', 'SIGTERM'] as const)('stops all that it started, in order, at %s', async (signal) => {
		const { database, worker } = await start()
		program.kill(signal)
		expect((await once(program, 'exit'))[0]).toBe(0)
		await expect(lineTo(database)).rejects.toThrow('ECONNREFUSED')
		await expect(lineTo(worker)).rejects.toThrow('ECONNREFUSED')
		expect(existsSync(join(folder, 'data/running'))).toBe(false)
	})

	it('leaves no process behind when it is killed itself, and starts again', async () => {
		const { database, worker } = await start()
		const lines = [await lineTo(database), await lineTo(worker)]
		program.kill('SIGKILL')
		await Promise.all(lines.map(({ broken }) => broken))
		await start()
	})

	it('starts its database server again when that ends by itself', async () => {
		const { database } = await start()
		const shops = await countShops(database)
		const { port } = new URL(database)
		process.kill(databaseProcess(port), 'SIGKILL')
		await lineWith('starting it again')
		await expect.poll(() => countShops(database).catch(() => 'not yet')).toBe(shops)
	})

	it('fills an empty database once, and finds it again after a restart', async () => {
		const first = await countShops((await start()).database)
		expect(first).toBeGreaterThanOrEqual(12)
		program.kill('SIGTERM')
		await once(program, 'exit')
		expect(await countShops((await start()).database)).toBe(first)
	})

	it('says how demo data of an older release get plans', async () => {
		const client = createClient({ url: (await start()).database })
		const tables = [
			'session_waits',
			'subscription_usage',
			'subscription_entries',
			'session_bookings',
			'plan_sessions',
			'plan_orders',
			'subscriptions',
			'subscription_plans',
		]
		for (const table of tables) await client.execute(`DELETE FROM ${table}`)
		client.close()
		program.kill('SIGTERM')
		await once(program, 'exit')
		launch()
		expect(await lineWith('no plans yet')).toContain('npm run db:reset')
	})
})
