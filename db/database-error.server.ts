import { DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'

/** Words that triggers raise, which roll the batch back (W2, W22). */
export const namedConstraints = [
	'slot_taken',
	'outside_hours',
	'staff_not_available',
	'promo_not_valid',
	'review_not_allowed',
	'draft_deleted',
	'draft_already_booked',
	'hold_time_used',
	'shop_not_listed',
	'too_many_moves',
	'visit_changed',
	'periods_overlap',
	'entries_used_up',
	'session_not_bookable',
	'session_full',
	'session_booking_ended',
	'time_not_free',
	'payment_is_final',
	'payment_decided',
	'refund_not_due',
	'part_decided',
	'ledger_unbalanced',
	'ledger_is_append_only',
	'ledger_account_overdrawn',
	'payout_has_ended',
	'payout_is_fixed',
] as const

/** The only reader of client errors; never throws. */
export function classifyDatabaseError(error: unknown, statements: readonly Statement[] = []): DatabaseError {
	if (isDatabaseError(error)) return error
	const text = joinMessages(error)
	const violation = violatedRule(text, findFailedStatement(error, statements)?.refusal)
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

/** The failed statement, where the client gives its place (`LibsqlBatchError`). */
function findFailedStatement(error: unknown, statements: readonly Statement[]): Statement | undefined {
	if (typeof error !== 'object' || error === null || !('statementIndex' in error)) return
	return statements[Number(error.statementIndex)]
}

function violatedRule(text: string, refusal: string | undefined): string | null {
	if (!/SQLITE_CONSTRAINT|constraint failed/i.test(text)) return null
	if (refusal) return refusal
	// Whole words: another constraint's name may end with this one.
	const words = new Set(text.match(/\w+/g))
	const word = namedConstraints.find((name) => words.has(name))
	if (word) return word
	// An index over an expression has its name in the message.
	const unique = /UNIQUE constraint failed: (?:index ')?([\w.]+)/i.exec(text)
	if (unique) return `unique:${unique[1]}`
	const check = /CHECK constraint failed: (\w+)/i.exec(text)
	if (check) return `check:${check[1]}`
	if (/NOT NULL constraint failed/i.test(text)) return 'not_null'
	if (/FOREIGN KEY constraint failed/i.test(text)) return 'foreign_key'
	return 'constraint'
}

/** Messages and codes along `cause`. */
function joinMessages(error: unknown): string {
	const parts: string[] = []
	let current: unknown = error
	for (let depth = 0; depth < 5 && current !== null && current !== undefined; depth++) {
		if (typeof current !== 'object') {
			parts.push(String(current))
			break
		}
		// A DrizzleQueryError's own message holds bound values: only its cause is read.
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
