import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refusedWrites } from './schema/operation.ts'
import { rawWrite } from './statement.server.ts'

/**
 * A statement that refuses all of its batch by `word` where `condition` holds at its place in the batch, and changes
 * nothing otherwise. The word belongs to the context that refuses; the database does not know it (docs/decisions/080).
 * For what no table knows by itself, such as the prices that a customer was shown, and for ceilings, which bound
 * requests and not rows.
 */
export function refuseWhen(word: string, condition: SQL): Statement<number> {
	return {
		...rawWrite(sql`INSERT INTO ${refusedWrites} (word) SELECT ${word} WHERE ${condition}`),
		refusal: word,
	}
}
