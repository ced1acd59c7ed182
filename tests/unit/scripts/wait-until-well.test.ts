import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntilWell } from '#scripts/local/wait-until-well.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

/** What the address does, until the test says otherwise. */
function waitFor(answer: () => Promise<Response>) {
	const said: string[] = []
	const state = { answer, isAlive: true }
	vi.stubGlobal('fetch', () => state.answer())
	const waited = waitUntilWell({
		what: 'The Worker',
		url: 'http://127.0.0.1:1/healthz',
		isAlive: () => state.isAlive,
		unwellMs: 20_000,
		say: (line) => said.push(line),
	})
	return { said, state, waited }
}

const refused = () => Promise.reject(new Error('fetch failed'))

test('O8: a start on a busy machine waits as long as the process lives, and says so', async () => {
	const { said, state, waited } = waitFor(refused)
	await vi.advanceTimersByTimeAsync(300_000)
	expect(said.slice(0, 2)).toEqual([
		'The Worker has started and does not answer yet … 10 s',
		'The Worker has started and does not answer yet … 20 s',
	])
	state.answer = async () => new Response('ok')
	await vi.advanceTimersByTimeAsync(100)
	expect(await waited).toBeNull()
})

test('it gives up on a process that has ended', async () => {
	const { state, waited } = waitFor(refused)
	state.isAlive = false
	await vi.advanceTimersByTimeAsync(100)
	expect(await waited).toBe('it ended (fetch failed)')
})

test('it gives up on one that keeps answering otherwise, as with a setting that is wrong', async () => {
	const { waited } = waitFor(async () => new Response('', { status: 500 }))
	await vi.advanceTimersByTimeAsync(21_000)
	expect(await waited).toBe('status 500')
})
