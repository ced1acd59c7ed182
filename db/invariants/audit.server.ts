import type { ResultSet } from '@libsql/client/web'
import { invariants } from './all.ts'

export type Violation = { invariant: string; subject: string }

/** A client or a transaction: whatever runs statements together. */
export type AuditReader = { batch(statements: string[]): Promise<ResultSet[]> }

const SHOWN_PER_INVARIANT = 5

/** Everything that is unsound in a database; empty when all is well. */
export async function audit(reader: AuditReader): Promise<Violation[]> {
	const results = await reader.batch(invariants.map(({ sql }) => `${sql} LIMIT ${SHOWN_PER_INVARIANT}`))
	return invariants.flatMap(({ name }, i) =>
		(results[i]?.rows ?? []).map((row) => ({ invariant: name, subject: String(row.subject) })),
	)
}
