import { beforeEach, expect, test } from 'vitest'
import { createKeptStreams } from '#db/kept-streams.ts'

let now: number
let streams: ReturnType<typeof createKeptStreams>
beforeEach(() => {
	now = 0
	streams = createKeptStreams(() => now)
})

const named = (baton: string) => ({ baton, baseUrl: null })

test('a stream is gone on with by one request at a time', () => {
	streams.take()?.release(named('one'))
	expect(streams.take()).toMatchObject({ stream: named('one'), isKept: true })
	expect(streams.take()).toMatchObject({ stream: null, isKept: true })
})

test('a stream ends after eight seconds without a request', () => {
	streams.take()?.release(named('one'))
	now += 7_999
	streams.take()?.release(named('two'))
	now += 7_999
	expect(streams.take()?.stream).toEqual(named('two'))
	streams.take()?.release(named('three'))
	now += 8_000
	expect(streams.take()?.stream).toBe(null)
})

test('a third request at once has no stream', () => {
	const turns = [1, 2, 3].map(() => streams.take())
	expect(turns.map((turn) => turn?.isKept)).toEqual([true, true, undefined])
	expect(streams.take()).toBe(null)
	turns[0]?.release(named('one'))
	expect(streams.take()).toMatchObject({ stream: named('one'), isKept: true })
})

test('a request that was killed gives its place up after six seconds', () => {
	for (const _ of [1, 2]) streams.take()
	now += 6_000
	expect(streams.take()).toMatchObject({ stream: null, isKept: true })
})

test('after a refusal no stream is gone on with', () => {
	streams.take()?.release(named('one'))
	streams.dropAll()
	expect(streams.take()?.stream).toBe(null)
})

test('where the server has no connection to give, its streams end, and none is kept for ten seconds', () => {
	streams.take()?.release(named('one'))
	streams.keepNone()
	const turn = streams.take()
	expect(turn).toMatchObject({ stream: named('one'), isKept: false })
	turn?.release(null)
	now += 9_999
	streams.take()?.release(null)
	expect(streams.take()).toMatchObject({ stream: null, isKept: false })
	now += 1
	expect(streams.take()).toMatchObject({ stream: null, isKept: true })
})

test('four more reads may have an extra stream each, which is not kept', () => {
	const turns = [1, 2, 3, 4, 5].map(() => streams.takeExtra())
	expect(turns.map((turn) => turn?.isKept)).toEqual([false, false, false, false, undefined])
	now = 7
	turns[0]?.release(named('not kept'))
	expect([streams.endedAt(), streams.takenSince()]).toEqual([7, 0])
	expect(streams.takeExtra()).not.toBe(null)
	expect(streams.take()?.stream).toBe(null)
})
