import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReleasePlace } from '#db/places.ts'
import { createWriteQueue, type WriteQueue } from '#db/write-queue.server.ts'

let queue: WriteQueue
let served: string[]
const held = new Map<string, ReleasePlace>()

beforeEach(() => {
	vi.useFakeTimers()
	queue = createWriteQueue()
	served = []
	held.clear()
})
afterEach(() => vi.useRealTimers())

function ask(name: string, patienceMs = 1_500) {
	return queue.takePlace(patienceMs).then((release) => {
		served.push(release ? name : `${name} was refused`)
		if (release) held.set(name, release)
	})
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('W6: two writes at a time, the others in the order in which they came', async () => {
	for (const name of ['a', 'b', 'c', 'd']) ask(name)
	await pass(500)
	expect(served).toEqual(['a', 'b'])
	held.get('b')?.()
	await pass(100)
	expect(served).toEqual(['a', 'b', 'c'])
	// A second release of the same place frees nothing.
	held.get('b')?.()
	await pass(500)
	expect(served).toEqual(['a', 'b', 'c'])
	held.get('a')?.()
	held.get('c')?.()
	ask('e')
	await pass(100)
	expect(served).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('W6: who has waited too long is refused, and leaves the queue', async () => {
	for (const name of ['a', 'b', 'late', 'later']) ask(name, name === 'later' ? 3_000 : 1_500)
	await pass(1_500)
	expect(served).toEqual(['a', 'b', 'late was refused'])
	held.get('a')?.()
	await pass(100)
	expect(served.at(-1)).toBe('later')
})

test('W6: a killed request keeps neither its place for ever', async () => {
	for (const name of ['killed', 'killed too', 'next']) ask(name, 20_000)
	await pass(5_990)
	expect(served).toEqual(['killed', 'killed too'])
	await pass(100)
	expect(served.at(-1)).toBe('next')
})

test('W6: nor its turn in the queue', async () => {
	await Promise.all([ask('a'), ask('b')])
	// A request that is gone hears no timer: the platform ended it.
	const setTimeoutOfPlatform = globalThis.setTimeout
	globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout
	ask('gone')
	globalThis.setTimeout = setTimeoutOfPlatform
	ask('next')
	await pass(500)
	held.get('a')?.()
	await pass(100)
	expect(served).toEqual(['a', 'b', 'next'])
})

test('S31: a network has four waiting writes; others, and more of its own once they are done, are taken', async () => {
	const asks = (name: string, network: string) =>
		queue.takePlace(1_500, { network }).then((release) => release && held.set(name, release))
	for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) asks(name, 'one')
	await pass(10)
	expect([...held.keys()]).toEqual(['a', 'b'])
	expect([queue.isFullFor('one'), queue.isFullFor('another')]).toEqual([true, false])
	held.get('a')?.()
	await pass(100)
	expect(queue.isFullFor('one')).toBe(false)
})

test('S31: the cron’s write goes before the visitors’ that wait', async () => {
	for (const name of ['a', 'b', 'c', 'd']) ask(name, 5_000)
	queue.takePlace(5_000, { isCron: true }).then(() => served.push('cron'))
	await pass(10)
	held.get('a')?.()
	await pass(100)
	expect(served).toEqual(['a', 'b', 'cron'])
})
