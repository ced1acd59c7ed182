/**
 * What is known after a failed statement (W20):
 * - `violation`: the constraint or trigger `rule` refused it. Nothing was applied.
 * - `busy`: certainly not applied (429, BUSY, connection refused). Worth repeating.
 * - `unknown`: a timeout, a lost answer, a 5xx. Perhaps applied.
 * - `invalid`: a wrong statement or schema: a bug, or a missing migration.
 */
export type DatabaseErrorKind = 'violation' | 'busy' | 'unknown' | 'invalid'

export class DatabaseError extends Error {
	readonly kind: DatabaseErrorKind
	/**
	 * For a violation: the trigger's word, 'unique:<table>.<column>', 'unique:<index>' of an index over an expression,
	 * 'check:<name>', 'not_null' or 'foreign_key' (always a bug).
	 */
	readonly rule: string | null

	/** The message is for logs: it never carries a bound value. */
	constructor(kind: DatabaseErrorKind, message: string, rule: string | null = null) {
		super(message)
		this.name = 'DatabaseError'
		this.kind = kind
		this.rule = rule
	}
}

/** Compares the name: `instanceof` fails where a bundle holds this file twice. */
export function isDatabaseError(error: unknown): error is DatabaseError {
	return error instanceof Error && error.name === 'DatabaseError'
}

/** `rule` is such as 'slot_taken' or 'unique:checkouts.draft_id'. */
export function isViolation(error: unknown, rule: string): boolean {
	return isDatabaseError(error) && error.rule === rule
}
