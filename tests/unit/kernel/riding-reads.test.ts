import type { ResultSet } from '@libsql/client/web'
import { expect, test } from 'vitest'
import { createRidingReads } from '#app/kernel/riding-reads.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'

const noRows = {} as ResultSet
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
	const boarded = riding.board()
	expect(boarded.map(({ sql }) => sql)).toEqual(['one', 'two'])
	riding.arrive(boarded.map(({ map }) => map(noRows)))
	expect(await read).toEqual(['one', 'two'])
	expect(alone).toEqual([])
})

test('rows that one reader cannot read fail that reader alone, not the write that they rode in', async () => {
	const { riding } = ride()
	const broken = { ...statement('broken'), map: () => JSON.parse('{') }
	const reads = Promise.allSettled([riding.read(broken), riding.read(statement('whole'))])
	riding.arrive(riding.board().map(({ map }) => map(noRows)))
	expect((await reads).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
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
