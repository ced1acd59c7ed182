import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerRuntime, type WorkerRuntime } from '#scripts/local/worker-runtime.ts'
import { tinyCrons, writeTinyBuild } from './tiny-build.ts'

describe('the built Worker in workerd', () => {
	let buildDir: string
	let worker: WorkerRuntime
	let signalHandlersBefore: number
	const lines: string[] = []
	beforeAll(async () => {
		buildDir = mkdtempSync(join(tmpdir(), 'wakati-build-'))
		writeTinyBuild(buildDir)
		signalHandlersBefore = process.listenerCount('SIGTERM')
		worker = await startWorkerRuntime({
			buildDir,
			settings: { ENVIRONMENT: 'test', SUPPORT_CONTACT: undefined },
			log: (line) => lines.push(line),
		})
	})
	afterAll(async () => {
		await worker.stop()
		rmSync(buildDir, { recursive: true, force: true })
	})

	const env = async () => (await fetch(`${worker.url}/env`)).json()

	it('finds the settings of wrangler.toml under those of this run', async () => {
		expect(await env()).toMatchObject({ ENVIRONMENT: 'test', PLAIN: 'of wrangler.toml' })
		expect(await env()).not.toHaveProperty('SUPPORT_CONTACT')
	})

	it('serves assets with the headers of public/_headers', async () => {
		const response = await fetch(`${worker.url}/assets/page-1234.js`)
		expect(response.status).toBe(200)
		expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
	})

	it('hands over every word that the Worker prints', async () => {
		await fetch(`${worker.url}/somewhere`)
		await expect.poll(() => lines).toContain('asked for /somewhere')
	})

	it('does the work of every minute when told, and not for a stranger who asks by address', async () => {
		expect(await worker.scheduled()).toBe('ok')
		for (const path of ['/cdn-cgi/handler/scheduled', '/cdn-cgi/mf/scheduled']) {
			expect((await fetch(`${worker.url}${path}`)).status).toBe(404)
		}
		expect(await env()).toMatchObject({ crons: tinyCrons })
	})

	it('leaves the signals to the program that runs it', () => {
		expect(process.listenerCount('SIGTERM')).toBe(signalHandlersBefore)
	})

	it('starts again at the same address in a new process', async () => {
		const before = worker.pid
		await worker.restart()
		expect(worker.pid).not.toBe(before)
		expect(await env()).toMatchObject({ crons: [] })
	})

	it('is ended by two who end it, without an error', async () => {
		await Promise.all([worker.stop(), worker.stop()])
		await worker.stop()
		await expect(worker.scheduled()).rejects.toThrow('not running')
	})
})
