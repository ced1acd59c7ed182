import type { ResultSet } from '@libsql/client/web'
import { invariants } from './invariants.ts'

export type Violation = { invariant: string; who: string }

/** A client or a transaction: whatever runs statements together. */
type Reader = { batch(statements: string[]): Promise<ResultSet[]> }

const SHOWN_PER_INVARIANT = 5

/** Everything that is unsound in a database; empty when all is well. */
export async function audit(reader: Reader): Promise<Violation[]> {
	const results = await reader.batch(invariants.map(({ sql }) => `${sql} LIMIT ${SHOWN_PER_INVARIANT}`))
	return invariants.flatMap(({ name }, i) =>
		(results[i]?.rows ?? []).map((row) => ({ invariant: name, who: String(row.who) })),
	)
}

/** Throws, naming what is broken and where, unless the database is sound. */
export async function expectSound(database: { client: Reader }): Promise<void> {
	const violations = await audit(database.client)
	if (violations.length === 0) return
	const lines = violations.map(({ invariant, who }) => `- ${invariant}: ${who}`)
	throw new Error(`The database is not sound any more:\n${lines.join('\n')}`)
}
