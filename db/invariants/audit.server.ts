import type { Row } from '@libsql/client/web'
import { invariants } from './all.ts'
import type { Invariant } from './invariant.ts'

export type Violation = { invariant: string; subject: string }

/** A client or a transaction: it runs statements together. */
export type AuditReader = { batch(statements: string[]): Promise<{ rows: Row[] }[]> }

const SHOWN_PER_INVARIANT = 5

/** The violations of these invariants, by default of all. */
export async function audit(
	reader: AuditReader,
	audited: readonly Invariant[] = invariants,
): Promise<Violation[]> {
	const results = await reader.batch(audited.map(({ sql }) => `${sql} LIMIT ${SHOWN_PER_INVARIANT}`))
	return audited.flatMap(({ name }, i) =>
		(results[i]?.rows ?? []).map((row) => ({ invariant: name, subject: String(row.subject) })),
	)
}
