import type { InValue, ResultSet } from '@libsql/client/web'
import { isDatabaseError } from './database-error.ts'
import { accepted, type Outcome, refused } from './outcome.ts'

/** One SQL statement, and how its answer becomes a value. Only repositories make statements. */
export type Statement<Result = unknown> = {
	sql: string
	args: InValue[]
	map: (result: ResultSet) => Result
	/** Starts once this statement's batch is written. */
	followUp?: FollowUp
	/** The rule of the `DatabaseError` where a constraint refuses this statement (docs/decisions/080). */
	refusal?: string
}

/** Work after a write, beside the answer. */
export type FollowUp =
	/** `messageId` is null where the batch cannot claim it: delivery then looks for what is due. */
	{ kind: 'message'; messageId: string | null } | { kind: 'refund'; paymentReference: string }

/** A list when no result matters, else statements, or groups of them, by name. Sent in this order. */
export type StatementBatch = readonly Statement[] | Readonly<Record<string, Statement | readonly Statement[]>>

/**
 * Statements that a caller adds in front of a flow's write, such as a kiosk's act. A promise resolves in the trip of
 * the flow's own reads.
 */
export type Alongside = readonly Statement[] | Promise<readonly Statement[]>

/** A statement gives its value, a group its changed rows, a list nothing. */
export type WrittenBatch<Batch extends StatementBatch> = Batch extends readonly Statement[]
	? undefined
	: { [Name in keyof Batch]: Batch[Name] extends Statement<infer Result> ? Result : number }

/**
 * Writes all statements in order, or none (W1). Throws a `DatabaseError`: `violation`, `busy` (not applied) or
 * `unknown` (perhaps applied). After `unknown` only a batch with an idempotency key may be repeated.
 */
export type WriteBatch = <const Batch extends StatementBatch>(batch: Batch) => Promise<WrittenBatch<Batch>>

export function statementsOf(batch: StatementBatch): readonly Statement[] {
	return isList(batch) ? batch : Object.values(batch).flat()
}

export function isList(batch: StatementBatch): batch is readonly Statement[] {
	return Array.isArray(batch)
}

/** Adds statements at the end of a batch, in one trip, and gives the results of both. */
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

/** The rule of an unknown outcome that the writer could not settle: the database is unreachable. */
export const NOT_SETTLED = 'not_settled'

/**
 * Writes a batch with an idempotency key. When the answer is lost it sends the batch once more, which the key makes
 * harmless (W5). A writer that has already repeated it is not asked again.
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
			// A refused repeat says nothing about the first batch, which may have been applied.
			throw isDatabaseError(repeated) && repeated.kind === 'busy' ? error : repeated
		}
	}
}

export type WriteFailure = 'busy' | 'not_saved'

/** True where the customer may send the same form again. */
export function isRetryable(refusal: string): refusal is WriteFailure {
	return refusal === 'busy' || refusal === 'not_saved'
}

/**
 * A failed write as a refusal in a context's codes. `expected` maps constraints and triggers. Any other error is a bug
 * and is thrown on (A1).
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

/** Gives `value` once it is written; a failed write is refused as `refusalOfWrite` says. */
export async function writeOrRefuse<Value, Refusal extends string = never>(
	value: Value,
	write: () => Promise<unknown>,
	expected: Readonly<Record<string, Refusal>> = {},
): Promise<Outcome<Value, Refusal | WriteFailure>> {
	try {
		await write()
		return accepted(value)
	} catch (error) {
		return refused(refusalOfWrite(error, expected))
	}
}

/** The most rows that one write of a purge deletes, to hold the writer for milliseconds only (S22). */
export const SLICE_ROWS = 5_000
