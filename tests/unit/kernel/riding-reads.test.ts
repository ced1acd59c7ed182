import { expect, test } from 'vitest'
import { createRidingReads } from '#app/kernel/riding-reads.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'

const statement = (sql: string): Statement<string> => ({ sql, args: [], map: () => sql })

function ride() {
	const alone: string[] = []
	const riding = createRidingReads(async (asked) => {
		alone.push(asked.sql)
		return `alone: ${asked.sql}` as never
	})
	return { riding, alone }
}

test('reads before the write travel with it, and see its results in their order', async () => {
	const { riding, alone } = ride()
	const read = Promise.all([riding.read(statement('one')), riding.read(statement('two'))])
	expect(riding.board().map(({ sql }) => sql)).toEqual(['one', 'two'])
	riding.arrive(['first', 'second'])
	expect(await read).toEqual(['first', 'second'])
	expect(alone).toEqual([])
})

test('a read that comes later is not sent before the write is made: it would miss what that wrote', async () => {
	const { riding, alone } = ride()
	riding.board()
	const late = riding.read(statement('late'))
	await Promise.resolve()
	expect(alone).toEqual([])
	riding.arrive([])
	expect(await late).toBe('alone: late')
})

test('a write that was refused answers no read, neither one that rode nor one that waited', async () => {
	const { riding, alone } = ride()
	const answered: string[] = []
	const note = (result: string) => void answered.push(result)
	riding.read(statement('rode')).then(note)
	riding.board()
	riding.read(statement('waited')).then(note)
	await new Promise((resolve) => setImmediate(resolve))
	expect([answered, alone]).toEqual([[], []])
})
