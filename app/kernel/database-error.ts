/**
 * What is known after a failed statement (W20):
 * - `violation`: a constraint or trigger refused the statement; `rule` names it. Nothing was applied.
 * - `busy`: certainly not applied (429, BUSY, connection refused). Worth repeating.
 * - `unknown`: a timeout, a lost or unreadable answer, a 5xx. Perhaps applied.
 * - `invalid`: the statement or the schema is wrong: a bug, or a missing migration.
 */
export type DatabaseErrorKind = 'violation' | 'busy' | 'unknown' | 'invalid'

export class DatabaseError extends Error {
	readonly kind: DatabaseErrorKind
	/**
	 * For a violation: the trigger's word, 'unique:<table>.<column>', 'unique:<index>' of one over an expression,
	 * 'check:<name>', 'not_null' or 'foreign_key' (always a bug).
	 */
	readonly rule: string | null

	/** The message is for logs, and never carries a value that was bound to a statement. */
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

/** True when the named constraint or trigger refused the write: 'slot_taken', 'unique:checkouts.draft_id'. */
export function isViolation(error: unknown, rule: string): boolean {
	return isDatabaseError(error) && error.rule === rule
}
