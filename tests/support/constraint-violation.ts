import type { Client, InStatement } from '@libsql/client/web'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { classifyDatabaseError } from '#db/database-error.server.ts'

/** What the database says to a batch: 'accepted', or the rule that refuses it. The try is rolled back. */
export async function constraintViolation(client: Client, statements: InStatement[]): Promise<string | null> {
	const transaction = await client.transaction('write')
	try {
		await transaction.batch(statements)
		// Deferred foreign keys speak at the end.
		const loose = await transaction.execute('SELECT 1 FROM pragma_foreign_key_check')
		return loose.rows.length > 0 ? 'foreign_key' : 'accepted'
	} catch (error) {
		// A plain statement has no word of its own.
		return classifyDatabaseError(error, statements as Statement[]).rule
	} finally {
		await transaction.rollback()
	}
}
