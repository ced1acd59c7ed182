import type { ResultSet } from '@libsql/client/web'
import { DatabaseError } from '#app/kernel/database-error.ts'
import {
	isList,
	type Statement,
	type StatementBatch,
	type WrittenBatch,
} from '#app/kernel/write-batch.server.ts'

/**
 * Throws 'unknown' where the batch is written but its results are lost: a caller with an idempotency key then finds
 * what it wrote.
 */
export function writtenBatch<Batch extends StatementBatch>(
	batch: Batch,
	results: readonly ResultSet[] | 'done before',
): WrittenBatch<Batch> {
	if (results === 'done before') {
		if (isList(batch)) return undefined as WrittenBatch<Batch>
		throw new DatabaseError('unknown', 'it is written, and its answers are lost')
	}
	const next = results.values()
	const nextResult = (): ResultSet => {
		const { value } = next.next()
		if (!value) throw new DatabaseError('unknown', 'a statement was not answered')
		return value
	}
	const valueOfPart = (part: Statement | readonly Statement[]): unknown =>
		isStatement(part) ? part.map(nextResult()) : part.reduce((sum) => sum + nextResult().rowsAffected, 0)
	const written = isList(batch)
		? undefined
		: Object.fromEntries(Object.entries(batch).map(([name, part]) => [name, valueOfPart(part)]))
	return written as WrittenBatch<Batch>
}

function isStatement(part: Statement | readonly Statement[]): part is Statement {
	return 'sql' in part
}
