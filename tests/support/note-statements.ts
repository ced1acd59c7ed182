import { vi } from 'vitest'
import { noteStatement } from './table-walks.ts'

/** Each statement that the integration layer sends through `openDatabase` is noted, and its plan looked at (P13). */
vi.mock('#db/client.server.ts', async (importOriginal) => {
	const { statementsOf } = await import('#app/kernel/write-batch.server.ts')
	const original = await importOriginal<typeof import('#db/client.server.ts')>()
	const openDatabase: typeof original.openDatabase = (settings) => {
		const { read, writeBatch } = original.openDatabase(settings)
		return {
			read: async (statement) => {
				const found = await read(statement)
				noteStatement(statement)
				return found
			},
			writeBatch: async (batch) => {
				const written = await writeBatch(batch)
				statementsOf(batch).forEach(noteStatement)
				return written
			},
		}
	}
	return { ...original, openDatabase }
})
