import type { InValue, ResultSet } from '@libsql/client/web'
import { isDatabaseError } from './database-error.ts'

/** One SQL statement with its values, and how its answer becomes a value. Only repositories make statements. */
export type Statement<Result = unknown> = {
	sql: string
	args: InValue[]
	map: (result: ResultSet) => Result
	/** The work that starts once the batch of this statement is written. */
	followUp?: FollowUp
	/** The rule of the `DatabaseError` where a constraint refuses this statement (docs/decisions/080). */
	refusal?: string
}

/** Work after a write, beside the answer: delivering a queued message, or asking the provider for a decided refund. */
export type FollowUp =
	/** The id that it gets if it is queued. Null where the batch cannot claim it: delivery then looks for what is due. */
	{ kind: 'message'; messageId: string | null } | { kind: 'refund'; paymentReference: string }

/** A list when no result matters, else statements, or groups of statements, by name. Sent in this order. */
export type StatementBatch = readonly Statement[] | Readonly<Record<string, Statement | readonly Statement[]>>

/**
 * What a caller writes in front of what a flow does, such as the act of a kiosk. A promise of it is made out in the
 * trip of the flow's own reads.
 */
export type Alongside = readonly Statement[] | Promise<readonly Statement[]>

/** The results by name: the value of a statement, the number of changed rows of a group. A list has no results. */
export type WrittenBatch<Batch extends StatementBatch> = Batch extends readonly Statement[]
	? undefined
	: { [Name in keyof Batch]: Batch[Name] extends Statement<infer Result> ? Result : number }

/**
 * Writes all statements in order, or none (W1). Throws a `DatabaseError` whose `kind` says what is known: `violation`,
 * `busy` (not applied) or `unknown` (perhaps applied). After `unknown` only a batch with an idempotency key may be
 * repeated.
 */
export type WriteBatch = <const Batch extends StatementBatch>(batch: Batch) => Promise<WrittenBatch<Batch>>

/** All statements of a batch, in the order in which they are sent. */
export function statementsOf(batch: StatementBatch): readonly Statement[] {
	return isList(batch) ? batch : Object.values(batch).flat()
}

/** True for a batch whose results have no names. */
export function isList(batch: StatementBatch): batch is readonly Statement[] {
	return Array.isArray(batch)
}

/** Writes a batch with further statements at its end, in one trip, and gives the results of both. */
export async function writeWith<const Batch extends StatementBatch>(
	writeBatch: WriteBatch,
	batch: Batch,
	further: readonly Statement[],
): Promise<{ written: WrittenBatch<Batch>; further: unknown[] }> {
	const names = further.map((_, index) => `further statement ${index}`)
	const own: StatementBatch = isList(batch) ? { 'own statements': batch } : batch
	const results: Record<string, unknown> = await writeBatch({
		...own,
		...Object.fromEntries(names.map((name, index) => [name, further[index] as Statement])),
	})
	const written = Object.fromEntries(Object.keys(batch).map((name) => [name, results[name]]))
	return {
		written: (isList(batch) ? undefined : written) as WrittenBatch<Batch>,
		further: names.map((name) => results[name]),
	}
}

/** The word of an unknown outcome that the writer could not find out either: the database stays away. */
export const NOT_SETTLED = 'not_settled'

/**
 * Writes a batch that carries an idempotency key, such as a unique id. A batch whose answer is lost is sent once more,
 * and the key makes the repeat harmless (W5). Where the writer has tried that by itself, it is not tried again.
 */
export async function writeIdempotent<const Batch extends StatementBatch>(
	writeBatch: WriteBatch,
	batch: Batch,
): Promise<WrittenBatch<Batch>> {
	try {
		return await writeBatch(batch)
	} catch (error) {
		if (!isDatabaseError(error) || error.kind !== 'unknown' || error.rule === NOT_SETTLED) throw error
		try {
			return await writeBatch(batch)
		} catch (repeated) {
			// A repeat that was not taken says nothing about the first, which may have been applied.
			throw isDatabaseError(repeated) && repeated.kind === 'busy' ? error : repeated
		}
	}
}

/** The database was busy, or did not answer. The customer may try again. */
export type WriteFailure = 'busy' | 'not_saved'

/** True for a refusal after which the customer may send the form again, unchanged. */
export function isRetryable(refusal: string): refusal is WriteFailure {
	return refusal === 'busy' || refusal === 'not_saved'
}

/**
 * The refusal that a failed write means, in a context's own codes. `expected` names the constraints and triggers that
 * may refuse the write. Any other violation is a bug and is thrown on (A1), and so is an error that is no
 * `DatabaseError`.
 */
export function refusalOfWrite<Refusal extends string>(
	error: unknown,
	expected: Readonly<Record<string, Refusal>>,
): Refusal | WriteFailure {
	if (!isDatabaseError(error)) throw error
	if (error.kind === 'busy') return 'busy'
	if (error.kind === 'unknown') return 'not_saved'
	const refusal = error.rule === null ? undefined : expected[error.rule]
	if (refusal === undefined) throw error
	return refusal
}
