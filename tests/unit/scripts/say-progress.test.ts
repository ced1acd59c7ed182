import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayProgress } from '#scripts/local/say-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when the test says so. */
function workOf<Done>() {
	let end: { resolve: (done: Done) => void; reject: (error: Error) => void } | undefined
	const promise = new Promise<Done>((resolve, reject) => {
		end = { resolve, reject }
	})
	return {
		work: () => promise,
		resolve: (done: Done) => end?.resolve(done),
		reject: (error: Error) => end?.reject(error),
	}
}

test('O8: long work says every ten seconds for how long it has been going on, until it ends', async () => {
	const said: string[] = []
	const { work, resolve } = workOf<number>()
	const done = sayProgress((line) => said.push(line), 'Building the app', work)
	expect(said).toEqual(['Building the app …'])
	vi.advanceTimersByTime(25_000)
	expect(said.slice(1)).toEqual(['Building the app … 10 s', 'Building the app … 20 s'])
	resolve(7)
	expect(await done).toBe(7)
	vi.advanceTimersByTime(60_000)
	expect(said).toHaveLength(3)
})

test('O8: work that fails says no more either', async () => {
	const said: string[] = []
	const { work, reject } = workOf<never>()
	const done = sayProgress((line) => said.push(line), 'Building the app', work)
	reject(new Error('no room'))
	await expect(done).rejects.toThrow('no room')
	expect(vi.getTimerCount()).toBe(0)
	expect(said).toEqual(['Building the app …'])
})
