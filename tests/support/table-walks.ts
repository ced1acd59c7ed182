import type { Client } from '@libsql/client/web'
import type { Statement } from '#app/kernel/write-batch.server.ts'

/** Intended walks, by words of the plan's line or of the statement. */
const ALLOWED = [
	// A full-text search reads like a walk; 'M' says that it looks up a MATCH.
	/^SCAN \w+ VIRTUAL TABLE INDEX \d+:M/,
	// A partial index that holds what waits for the operator, and nothing else.
	/^SCAN \w+ USING (COVERING )?INDEX (referrals|refunds|review_reports|photo_reports)_open /,
	// The name of a table, here of the few rows of a page that were found before.
	/^SCAN opening — WITH RECURSIVE/,
	// Invariants compare whole tables, and so does the balance of the ledger: the operator asks for them.
	/ AS subject\b/,
	/select "kind", "currency", sum\("balance_kobo"\)|select count\(\*\) from "ledger_entries"/,
	// What is on its way to shops, and nothing else.
	/^SCAN \w+ USING INDEX payouts_(pending|to_ask) /,
	// The shops with open payments, which were found one by one.
	/^SCAN open — WITH RECURSIVE/,
	// One row for each job.
	/^SCAN job_runs /,
	// The operator's list, and the shops that an import or a form is compared with.
	/^SCAN cashback_write_offs /,
	/^SCAN shops — select "id", "external_id", "name", "phone", "address", "latitude", "longitude" from "shops"$/,
	// Leaving and erasing are rare. A draft is kept for a day, and a wait until its day: an index by address would cost
	// on each draft, and the walk covers the rows of a day.
	/^SCAN (drafts|slot_waits) — delete from/i,
	// A mailed link works for half an hour and is purged a day later: an index by user would cost on each of them.
	/^SCAN account_tokens — delete from "users"/,
	// No seat is free: the write that offers one changes no row (WHERE 0).
	/^SCAN session_waits — UPDATE .*\sWHERE 0 /s,
	// The check of a foreign key, in an INSERT that reads the table besides.
	/^SCAN plan_orders — INSERT INTO "subscriptions"/,
]

/** Statements sent and not explained yet, by their text. */
const sent = new Map<string, Statement>()
/** Explained texts: the files of one process ask once. */
const asked = new Set<string>()

export function noteStatement(statement: Statement): void {
	if (!asked.has(statement.sql)) sent.set(statement.sql, statement)
}

/** Statements of a file without a database of the schema are not explained in the next file. */
export function forgetStatements(): void {
	sent.clear()
}

/** Where the database would find the rows of what was sent by walking through a whole table that grows (P13). */
export async function tableWalks(client: Client): Promise<string[]> {
	const statements = [...sent.values()]
	sent.clear()
	for (const { sql } of statements) asked.add(sql)
	const [tables, ...plans] = await client.batch(
		[
			`SELECT name FROM sqlite_schema WHERE type = 'table'`,
			...statements.map(({ sql, args }) => ({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })),
		],
		'read',
	)
	const names = new Set(tables?.rows.map(({ name }) => name))
	return plans.flatMap((plan, i) => {
		const sql = statements[i]?.sql ?? ''
		return plan.rows.flatMap(({ detail }) => {
			// A shop's guests grow too: one is looked for by e-mail or by phone.
			const [, walked] = /^(?:SCAN|SEARCH (?=clients .*\(shop_id=\?\)$)) ?(\w+)/.exec(String(detail)) ?? []
			// Anything but a table is a list in the statement (json_each) or a few rows found before.
			if (walked === undefined || !names.has(tableOf(sql, walked))) return []
			// An INSERT shows how it would look for rows that wait for it; SQLite skips that while no such row is known.
			if (/^\s*INSERT/i.test(sql) && !new RegExp(`\\b${walked}\\b`).test(sql)) return []
			const walk = `${detail} — ${sql}`
			return ALLOWED.some((allowed) => allowed.test(walk)) ? [] : [walk]
		})
	})
}

/** The table behind an alias of a statement. */
function tableOf(sql: string, alias: string): string {
	for (const [, table, name] of sql.matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)"?\s+(?:AS\s+)?"?(\w+)"?/gi)) {
		if (name === alias && table !== undefined) return table
	}
	return alias
}
