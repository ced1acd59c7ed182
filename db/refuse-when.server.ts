import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refusedWrites } from './schema/operation.ts'
import { rawWrite } from './statement.server.ts'

/**
 * Refuses its whole batch by `word` where `condition` holds at its place in the batch. The word belongs to the context;
 * the database does not know it (docs/decisions/080). For what no table knows, such as displayed prices, and for rate
 * limits.
 */
export function refuseWhen(word: string, condition: SQL): Statement<number> {
	return {
		...rawWrite(sql`INSERT INTO ${refusedWrites} (word) SELECT ${word} WHERE ${condition}`),
		refusal: word,
	}
}
