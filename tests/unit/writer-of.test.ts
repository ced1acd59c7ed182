import { describe, expect, test } from 'vitest'
import { SettingsError } from '#app/env.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { connectWriter } from '#app/writer-of.server.ts'
import { type BatchWriter, openRequestDatabase } from '#db/request-database.server.ts'

const database = { url: 'https://one.example', authToken: undefined }
const asked = { id: 'id', batch: [], bytes: 0, network: null, isCron: false, isRepeat: false }
const statement = { sql: 'DELETE FROM holds', args: [], map: () => undefined }

describe('the writer of a database', () => {
	test('is the object of its address, near where the operator says', async () => {
		const got: unknown[] = []
		const env = {
			DATABASE_WRITER: {
				idFromName: (name: string) => ({ name }),
				get: (...id: unknown[]) => {
					got.push(id)
					return { write: async () => ({ kind: 'done_before' }) }
				},
			},
		}
		await connectWriter(env)({ database, writerLocation: null })(asked)
		await connectWriter(env)({
			database: { ...database, url: 'https://two.example' },
			writerLocation: 'weur',
		})(asked)
		expect(got).toEqual([
			[{ name: 'https://one.example' }, {}],
			[{ name: 'https://two.example' }, { locationHint: 'weur' }],
		])
	})

	test('has to be bound: nothing is written past it', () => {
		expect(() => connectWriter({})({ database, writerLocation: null })).toThrow(SettingsError)
	})
})

describe('a write whose object is gone', () => {
	function openOver(writer: BatchWriter) {
		const reader = { read: () => Promise.reject(new Error('not asked')) }
		return openRequestDatabase({ reader, writer }).writeBatch
	}

	test('is handed to its successor by the same id, as a repeat', async () => {
		const handed: { id: string; isRepeat: boolean }[] = []
		const write = openOver(async ({ id, isRepeat }) => {
			handed.push({ id, isRepeat })
			if (!isRepeat) throw new Error('Durable Object reset because its code was updated.')
			return { kind: 'done_before' }
		})
		expect(await write([statement])).toBeUndefined()
		expect(handed).toEqual([
			{ id: handed[0]?.id, isRepeat: false },
			{ id: handed[0]?.id, isRepeat: true },
		])
		// What it changed is not known: a caller with a key of its own finds what it wrote.
		await expect(write({ changed: statement })).rejects.toMatchObject({ kind: 'unknown' })
	})

	test('is perhaps written where no object answers', async () => {
		let tries = 0
		const error = await openOver(async () => {
			tries += 1
			throw new Error('Network connection lost.')
		})([statement]).catch((error) => error)
		expect(isDatabaseError(error) && error.kind).toBe('unknown')
		expect(tries).toBe(3)
	})
})
