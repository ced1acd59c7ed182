import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withScripts } from './run-script.ts'

const runScript = withScripts()

describe('npm start that cannot start', () => {
	let folder: string
	let server: Server
	let takenPort: string
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-start-'))
		server = createServer()
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const address = server.address()
		takenPort = typeof address === 'object' && address ? String(address.port) : ''
	})
	afterEach(async () => {
		await new Promise((resolve) => server.close(resolve))
		rmSync(folder, { recursive: true, force: true })
	})

	async function expectRefusal(script: string, settings: Record<string, string>, line: RegExp) {
		const { code, said, problem } = await runScript(script, { DATA_DIR: folder, PORT: '0', ...settings })
		expect(problem).toMatch(line)
		expect(problem.trimEnd().split('\n')).toHaveLength(1)
		expect(said).toBe('')
		expect(code).toBe(1)
	}

	it('names a port that is taken, before it touches any data', async () => {
		await expectRefusal('start.ts', { PORT: takenPort }, new RegExp(`^Port ${takenPort} is taken`))
		expect(readdirSync(folder)).toEqual([])
	})

	it('names a host that is not this machine', async () => {
		await expectRefusal('start.ts', { HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 /)
	})

	it('names a folder that cannot be written', async () => {
		writeFileSync(join(folder, 'a-file'), '')
		const dataDir = join(folder, 'a-file', 'data')
		await expectRefusal(
			'start.ts',
			{ DATA_DIR: dataDir },
			/^DATA_DIR is .*a-file\/data, which cannot be written/,
		)
	})

	it('names a setting that is wrong', async () => {
		await expectRefusal('start.ts', { PORT: 'eight' }, /^PORT is "eight"/)
		await expectRefusal('start.ts', { COOKIE_KEYS: 'short' }, /^[^\n]*COOKIE_KEYS/)
	})

	it('names the program that uses the same data already, for start, dev and reset', async () => {
		writeFileSync(join(folder, 'running'), String(process.pid))
		const inUse = new RegExp(`^The data in ${folder} are in use by process ${process.pid}`)
		await expectRefusal('start.ts', {}, inUse)
		await expectRefusal('dev.ts', {}, inUse)
		mkdirSync(join(folder, 'database'))
		await expectRefusal('db-reset.ts', {}, inUse)
		expect(readdirSync(folder)).toContain('database')
	})

	it('S4: takes a database of another machine only with ENVIRONMENT, and says what to do', async () => {
		const foreign = { DATABASE_URL: 'libsql://shop.example' }
		const line = /^DATABASE_URL names .*\(shop\.example\).* set ENVIRONMENT too .*`npm run db:migrate`/
		await expectRefusal('start.ts', foreign, line)
		await expectRefusal('dev.ts', foreign, line)
		expect(readdirSync(folder)).toEqual([])
	})

	it('S4: fills no database of another machine with invented shops', async () => {
		const foreign = { DATABASE_URL: 'libsql://shop.example' }
		await expectRefusal('seed.ts', foreign, /^shop\.example is another machine.*--allow-remote/)
	})

	it('never resets a database that somebody else serves', async () => {
		await expectRefusal('db-reset.ts', { DATABASE_URL: 'libsql://shop.example' }, /^DATABASE_URL is set/)
	})
})
