import type { ResultSet } from '@libsql/client/web'
import { expect, test } from 'vitest'
import {
	type Statement,
	type StatementBatch,
	type WriteBatch,
	writeWith,
} from '#app/kernel/write-batch.server.ts'

const statement = <Value>(value: Value): Statement<Value> => ({
	sql: String(value),
	args: [],
	map: (_: ResultSet) => value,
})

/** Answers as the database does: the value of a statement, one changed row for each of a group. */
const sent: string[] = []
const writeBatch = (async (batch: StatementBatch) => {
	const parts = Object.entries(batch)
	sent.push(parts.flatMap(([, part]) => [part].flat().map(({ sql }: Statement) => sql)).join(' '))
	return Object.fromEntries(
		parts.map(([name, part]) => [
			name,
			Array.isArray(part) ? part.length : (part as Statement).map({} as ResultSet),
		]),
	)
}) as WriteBatch

test('further statements stand at the end, and a named batch gets its own results under its own names', async () => {
	const batch = { one: statement('a'), group: [statement('b'), statement('c')] }
	const { written, further } = await writeWith(writeBatch, batch, [statement('d'), statement('e')])
	expect(sent.splice(0)).toEqual(['a b c d e'])
	expect(written).toEqual({ one: 'a', group: 2 })
	expect(further).toEqual(['d', 'e'])
})

test('a list has no results, as without further statements', async () => {
	const { written, further } = await writeWith(writeBatch, [statement('a')], [statement('b')])
	expect(sent.splice(0)).toEqual(['a b'])
	expect(written).toBeUndefined()
	expect(further).toEqual(['b'])
})
