import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
	type Committed,
	createWriter,
	type Write,
	type WriteOutcome,
	type WriteStream,
} from '#db/writer.server.ts'

type Batch = string
type Sent = Pick<Write<Batch>, 'id' | 'batch' | 'isRepeat'>
type Round = {
	sent: readonly Sent[]
	answer: (answer: readonly Committed<string>[] | 'not_run') => void
	lose: () => void
}

/** What was sent and asked, oldest first; a test answers it. */
let rounds: Round[]
let asked: { ids: readonly string[]; tell: (written: readonly string[]) => void; lose: () => void }[]
let write: (id: string, further?: Partial<Write<Batch>>) => Promise<WriteOutcome<string>>
let outcomes: Record<string, string>

const stream: WriteStream<Batch, string> = {
	commit: (sent) =>
		new Promise((answer, reject) => {
			rounds.push({ sent, answer, lose: () => reject(new Error('lost')) })
		}),
	findWritten: (ids) =>
		new Promise((resolve, reject) => {
			asked.push({ ids, tell: (written) => resolve(new Set(written)), lose: () => reject(new Error('lost')) })
		}),
}

beforeEach(() => {
	vi.useFakeTimers()
	;[rounds, asked, outcomes] = [[], [], {}]
	const writer = createWriter(stream)
	write = async (id, further = {}) => {
		const asked = { id, batch: `batch ${id}`, bytes: 100, network: null, isCron: false, isRepeat: false }
		const outcome = await writer({ ...asked, ...further })
		outcomes[id] = outcome.kind
		return outcome
	}
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const done = (sent: readonly Sent[]): Committed<string>[] =>
	sent.map(({ id }) => ({ kind: 'done', result: `result of ${id}` }))
const idsOf = (round: Round | undefined) => round?.sent.map(({ id }) => id)
const ask = (...ids: string[]) => ids.map((id) => write(id))

describe('rounds', () => {
	test('what waits when a round ends goes as one, in its order, and each gets its own answer', async () => {
		const [first, ...others] = ask('a', 'b', 'c')
		expect(rounds.map(idsOf)).toEqual([['a']])
		rounds[0]?.answer(done(rounds[0].sent))
		expect(await first).toEqual({ kind: 'done', result: 'result of a' })
		await pass(0)
		expect(idsOf(rounds[1])).toEqual(['b', 'c'])
		const error = { message: 'no' }
		rounds[1]?.answer([{ kind: 'refused', error, at: 1 }, ...done(rounds[1].sent.slice(1))])
		expect(await Promise.all(others)).toEqual([
			{ kind: 'refused', error, at: 1 },
			{ kind: 'done', result: 'result of c' },
		])
	})

	test('a round has 32 batches at most, and half a megabyte, but for a single one', async () => {
		ask('first', ...Array.from({ length: 33 }, (_, i) => `${i}`))
		void write('large', { bytes: 600_000 })
		for (const ids of [1, 32, 1, 1]) {
			const round = rounds.at(-1)
			expect(round?.sent).toHaveLength(ids)
			round?.answer(done(round.sent))
			await pass(0)
		}
		expect(idsOf(rounds[3])).toEqual(['large'])
	})

	test('the cron’s go first', async () => {
		ask('a', 'b')
		for (const id of ['cron 1', 'cron 2']) void write(id, { isCron: true })
		rounds[0]?.answer(done(rounds[0].sent))
		await pass(0)
		expect(idsOf(rounds[1])).toEqual(['cron 1', 'cron 2', 'b'])
	})
})

describe('bounds', () => {
	test('W6: 256 wait; one more is told so at once, and the cron waits all the same', async () => {
		ask('sent', ...Array.from({ length: 256 }, (_, i) => `${i}`))
		expect(await write('one more')).toEqual({ kind: 'busy' })
		void write('cron', { isCron: true })
		await pass(0)
		expect(outcomes).toEqual({ 'one more': 'busy' })
	})

	test('S31: 32 of one network wait; others and what is counted otherwise are not kept out', async () => {
		ask('sent')
		for (let i = 0; i < 32; i++) void write(`${i}`, { network: 'mine' })
		expect(await write('mine', { network: 'mine' })).toEqual({ kind: 'too_many_of_network' })
		void write('theirs', { network: 'theirs' })
		void write('nobody’s')
		await pass(0)
		expect(outcomes).toEqual({ mine: 'too_many_of_network' })
	})

	test('W6: what waits for 2.5 s is told so and is not sent', async () => {
		ask('sent')
		await pass(1_000)
		ask('late')
		await pass(2_499)
		expect(outcomes).toEqual({})
		await pass(1)
		expect(outcomes).toEqual({ late: 'busy' })
		rounds[0]?.answer(done(rounds[0].sent))
		await pass(10_000)
		expect(rounds).toHaveLength(1)
		expect(outcomes).toEqual({ late: 'busy', sent: 'done' })
	})
})

test('W55: what a gone object may have sent has a place in any case: it is perhaps written', async () => {
	ask('sent', ...Array.from({ length: 256 }, (_, i) => `${i}`))
	for (let i = 0; i < 32; i++) void write(`network ${i}`, { network: 'mine' })
	void write('again', { network: 'mine', isRepeat: true })
	await pass(0)
	expect(outcomes.again).toBeUndefined()
})

describe('W55: an answer that was lost', () => {
	test('is asked for before anything else is sent; what is not written is sent again, in its order', async () => {
		ask('a')
		rounds[0]?.answer(done(rounds[0].sent))
		await pass(0)
		ask('b', 'c', 'd')
		rounds[1]?.answer(done(rounds[1].sent))
		await pass(0)
		ask('e')
		rounds[2]?.lose()
		await pass(25)
		expect(asked[0]?.ids).toEqual(['c', 'd'])
		expect(rounds).toHaveLength(3)
		asked[0]?.tell(['c'])
		await pass(0)
		expect(outcomes.c).toBe('done_before')
		expect(rounds[3]?.sent).toMatchObject([
			{ id: 'd', isRepeat: true },
			{ id: 'e', isRepeat: false },
		])
		rounds[3]?.answer(done(rounds[3].sent))
		await pass(0)
		expect(outcomes).toEqual({ a: 'done', b: 'done', c: 'done_before', d: 'done', e: 'done' })
	})

	test('of one batch alone is asked for alone', async () => {
		ask('a', 'b', 'c')
		rounds[0]?.answer(done(rounds[0].sent))
		await pass(0)
		rounds[1]?.answer([{ kind: 'unclear' }, { kind: 'done', result: 'result of c' }])
		await pass(25)
		expect(asked.map(({ ids }) => ids)).toEqual([['b']])
		expect(outcomes.c).toBe('done')
	})

	test('is asked for until it comes; then their caller is gone, and nothing more is known', async () => {
		ask('a')
		rounds[0]?.lose()
		await pass(1_000)
		ask('waits')
		for (let tries = 0; tries < 100 && outcomes.a === undefined; tries++) {
			asked.at(-1)?.lose()
			await pass(50)
		}
		expect(asked.length).toBeLessThan(15)
		await pass(2_500)
		expect(outcomes).toEqual({ a: 'unknown', waits: 'busy' })
		// Its time is over, and it is not sent again.
		asked.at(-1)?.tell([])
		await pass(1_000)
		expect(rounds).toHaveLength(1)
		ask('next')
		expect(idsOf(rounds[1])).toEqual(['next'])
	})

	test('of an object that is gone: its batch was sent, and is never called unwritten', async () => {
		ask('sent')
		void write('again', { isRepeat: true })
		await pass(3_499)
		expect(outcomes).toEqual({})
		await pass(1)
		expect(outcomes).toEqual({ again: 'unknown' })
	})
})

test('what certainly did not run is sent again as it was, and a closed one is not written', async () => {
	ask('a', 'b', 'c')
	rounds[0]?.answer('not_run')
	await pass(25)
	expect(rounds[1]?.sent).toMatchObject([{ id: 'a', isRepeat: false }, { id: 'b' }, { id: 'c' }])
	rounds[1]?.answer([{ kind: 'not_run' }, { kind: 'closed' }, { kind: 'done_before' }])
	await pass(50)
	expect(outcomes).toEqual({ b: 'busy', c: 'done_before' })
	expect(idsOf(rounds[2])).toEqual(['a'])
})
