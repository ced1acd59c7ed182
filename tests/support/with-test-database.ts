import { afterAll, beforeAll, expect } from 'vitest'
import {
	type PlainSql,
	type ScratchDatabase,
	type ScratchDatabaseOptions,
	startScratchDatabase,
} from '#scripts/site/scratch-database.ts'
import { expectSound } from './auditor.ts'
import { forgetStatements, tableWalks } from './table-walks.ts'

/** What a desk offers for looking things up and arranging them, straight in its database. */
export function sqlOf(database: () => ScratchDatabase): PlainSql {
	return {
		rows: (...asked) => database().rows(...asked),
		count: (...asked) => database().count(...asked),
		change: (...asked) => database().change(...asked),
	}
}

/**
 * One database for the tests of a file, audited after the last of them: a test that leaves an unsound database fails
 * the file, even where its own assertions hold. `audit: false` is for the files that plant violations on purpose. In
 * the integration layer a statement that walks through a table that grows fails it too (P13).
 */
export function withTestDatabase(
	options: ScratchDatabaseOptions & { audit?: boolean } = {},
): () => ScratchDatabase {
	let database: ScratchDatabase | undefined
	beforeAll(async () => {
		forgetStatements()
		database = await startScratchDatabase(options)
	})
	afterAll(async () => {
		try {
			if (database && options.audit !== false) await expectSound(database)
			if (database) expect(await tableWalks(database.client)).toEqual([])
		} finally {
			await database?.remove()
		}
	})
	return () => {
		if (!database) throw new Error('the test database is there only while tests run')
		return database
	}
}
