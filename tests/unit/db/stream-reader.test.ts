import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamReader } from '#db/stream-reader.server.ts'

/** What is with the server: each is answered by the test, and names the stream that it went on with. */
let asked: { baton: string | null; answer: () => void }[]
let read: () => Promise<string>
let outcomes: string[]

beforeEach(() => {
	vi.useFakeTimers()
	;[asked, outcomes] = [[], []]
	let streams = 0
	vi.stubGlobal('fetch', (_: URL, { body, signal }: { body: string; signal: AbortSignal }) => {
		const { baton } = JSON.parse(body)
		return new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason))
			const one = {
				baton,
				answer() {
					asked = asked.filter((other) => other !== one)
					resolve(Response.json(answerOf(baton ?? `stream ${++streams}`)))
				},
			}
			asked.push(one)
		})
	})
	const reader = createStreamReader({ url: 'https://server.example' }, Date.now)
	read = async () => {
		const deadline = () => AbortSignal.timeout(60_000)
		const outcome = await reader.read([], { bookmark: null, deadline }).then(
			() => 'read',
			({ kind }) => kind,
		)
		outcomes.push(outcome)
		return outcome
	}
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

function answerOf(baton: string) {
	const step = { cols: [], rows: [], affected_row_count: 0 }
	const result = { step_results: [step, step, null], step_errors: [] }
	return { baton, base_url: null, results: [{ type: 'ok', response: { result } }] }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a crowd waits in line for the two streams, and opens no further ones while they are answered', async () => {
	const crowd = Array.from({ length: 100 }, read)
	let most = 0
	const opened = new Set<string>()
	for (let turn = 0; outcomes.length < 100 && turn < 1_000; turn++) {
		most = Math.max(most, asked.length)
		for (const { baton, answer } of asked) {
			opened.add(baton ?? `new in turn ${turn}`)
			answer()
		}
		await pass(10)
	}
	expect(new Set(await Promise.all(crowd))).toEqual(new Set(['read']))
	expect(most).toBe(2)
	expect([...opened].filter((name) => name.startsWith('new')).length).toBeLessThanOrEqual(2)
})

test('where no turn ends, four more reads open streams of their own, and the others are told so within three seconds', async () => {
	for (let i = 0; i < 20; i++) void read()
	await pass(300)
	expect(asked).toHaveLength(2)
	await pass(700)
	expect(asked).toHaveLength(6)
	await pass(2_000)
	expect(outcomes).toEqual(Array(14).fill('busy'))
	for (const { answer } of asked) answer()
	await pass(0)
	expect(outcomes.filter((outcome) => outcome === 'read')).toHaveLength(6)
})

test('where two have hung for a while, a read that comes later does not wait before it opens its own', async () => {
	for (let i = 0; i < 2; i++) void read()
	await pass(400)
	void read()
	await pass(0)
	expect(asked).toHaveLength(3)
})

test('who waits longer than five seconds is told so, however well it goes', async () => {
	for (let i = 0; i < 400; i++) void read()
	for (let turn = 0; turn < 60; turn++) {
		asked[0]?.answer()
		await pass(100)
	}
	expect(outcomes.filter((outcome) => outcome === 'busy').length).toBeGreaterThan(200)
	expect(asked.length).toBeLessThanOrEqual(2)
})
