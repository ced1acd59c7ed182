import { expect, test } from 'vitest'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { openRequestDatabase } from '#db/request-database.server.ts'
import { type StreamReader, TOO_MANY_READS } from '#db/stream-reader.server.ts'

/** How often the reader is asked for a read of which it always says this. */
async function timesAsked(error: DatabaseError): Promise<number> {
	let asked = 0
	const reader: StreamReader = {
		read() {
			asked++
			return Promise.reject(error)
		},
	}
	const writer = () => Promise.reject(new Error('nothing is written'))
	const { read } = openRequestDatabase({ reader, writer })
	await expect(read({ sql: 'SELECT 1', args: [], map: () => null })).rejects.toBe(error)
	return asked
}

test('a read that got no turn is not asked for again: it has waited long enough', async () => {
	expect(await timesAsked(new DatabaseError('busy', 'too many reads wait', TOO_MANY_READS))).toBe(1)
})

test('a read that the database was too busy for is asked for again', async () => {
	expect(await timesAsked(new DatabaseError('busy', 'no connection'))).toBeGreaterThan(1)
})
