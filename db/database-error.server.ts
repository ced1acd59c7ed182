/**
 * What is known after a failed statement (guide: reliability, "Errors of the database"):
 * - `violation`: a rule of the database refused it; `rule` says which. Nothing was applied.
 * - `busy`: certainly not applied (429, BUSY, connection refused). Worth repeating.
 * - `unknown`: a timeout, a lost or unreadable answer, a 5xx. Perhaps applied.
 * - `invalid`: the statement or the schema is wrong: a bug of ours, or a missing migration.
 */
export type DatabaseErrorKind = 'violation' | 'busy' | 'unknown' | 'invalid'

export class DatabaseError extends Error {
	readonly kind: DatabaseErrorKind
	/** For a violation: the law's own word, 'unique:<table>.<column>', 'check:<name>', 'not_null' or 'foreign_key'. */
	readonly rule: string | null

	/** The message is for logs: it never carries a value that was bound to a statement. */
	constructor(kind: DatabaseErrorKind, message: string, rule: string | null = null) {
		super(message)
		this.name = 'DatabaseError'
		this.kind = kind
		this.rule = rule
	}
}

/** The words that the triggers of migrations/0001_laws.sql and 0007_payment_laws.sql raise. */
export const laws = [
	'slot_taken',
	'outside_hours',
	'staff_not_available',
	'too_many_holds',
	'promo_not_valid',
	'review_not_allowed',
	'payment_is_final',
	'payment_decided',
	'refund_not_due',
	'ledger_unbalanced',
	'ledger_is_append_only',
] as const

/**
 * Told by its name, never by `instanceof`: the Worker's bundle holds this file twice, once with the entry that sends
 * statements and once with Remix's build that reads what came of them, and so it holds two classes.
 */
export function isDatabaseError(error: unknown): error is DatabaseError {
	return error instanceof Error && error.name === 'DatabaseError'
}

/** The one place that reads errors of the client; it never throws. */
export function classifyDatabaseError(error: unknown): DatabaseError {
	if (isDatabaseError(error)) return error
	const text = messagesOf(error)
	const violation = violatedRule(text)
	if (violation) return new DatabaseError('violation', `refused by ${violation}`, violation)
	if (
		/SQLITE_BUSY|database is locked|HTTP status 429|\b429\b|ECONNREFUSED|Connection refused|ServerError.*429/i.test(
			text,
		)
	)
		return new DatabaseError('busy', 'the database is busy or does not accept connections')
	if (
		/SQLITE_(ERROR|RANGE|MISMATCH|MISUSE|AUTH|READONLY)|SQL_PARSE_ERROR|SQL_INPUT_ERROR|ARGS_INVALID|no such (table|column)/i.test(
			text,
		)
	)
		return new DatabaseError('invalid', `the statement was not understood: ${text.slice(0, 200)}`)
	return new DatabaseError('unknown', `no usable answer: ${text.slice(0, 200)}`)
}

/** True when a broken rule of the database says that this write lost to an earlier one of the same key. */
export function isUniqueViolation(error: unknown, column: string): boolean {
	return isDatabaseError(error) && error.rule === `unique:${column}`
}

function violatedRule(text: string): string | null {
	if (!/SQLITE_CONSTRAINT|constraint failed/i.test(text)) return null
	const law = laws.find((word) => text.includes(word))
	if (law) return law
	const unique = /UNIQUE constraint failed: ([\w.]+)/i.exec(text)
	if (unique) return `unique:${unique[1]}`
	const check = /CHECK constraint failed: (\w+)/i.exec(text)
	if (check) return `check:${check[1]}`
	if (/NOT NULL constraint failed/i.test(text)) return 'not_null'
	if (/FOREIGN KEY constraint failed/i.test(text)) return 'foreign_key'
	return 'constraint'
}

/** The messages and codes along `cause`: drizzle wraps a query's error, a batch throws it raw. */
function messagesOf(error: unknown): string {
	const parts: string[] = []
	let current: unknown = error
	for (let depth = 0; depth < 5 && current !== null && current !== undefined; depth++) {
		if (typeof current !== 'object') {
			parts.push(String(current))
			break
		}
		// A DrizzleQueryError's own message holds the bound values: only what it wraps is read.
		const name = 'name' in current ? String(current.name) : ''
		if (!name.startsWith('Drizzle')) {
			if ('code' in current) parts.push(String(current.code))
			if ('message' in current) parts.push(String(current.message))
			if ('status' in current) parts.push(`HTTP status ${String(current.status)}`)
		}
		current = 'cause' in current ? current.cause : null
	}
	return parts.join(' | ')
}
