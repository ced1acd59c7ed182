import { type Client, LibsqlError } from '@libsql/client/web'

const YEAR_MS = 365 * 86_400_000

/** A visit of the demo data that naive callers copy to a year later, where there are no others. */
const original = `(SELECT id FROM appointments WHERE status = 'CONFIRMED' AND segment_count = 1 AND promo_code_id IS NULL ORDER BY id LIMIT 1)`

/** What a naive booking asks before it writes: does a visit of that member of staff start at that very moment? */
export async function looksFree(client: Client, laterMs: number): Promise<boolean> {
	const taken = await client.execute(
		`SELECT 1 FROM calendar_entries a JOIN calendar_entries b ON b.staff_member_id = a.staff_member_id
			AND b.starts_at = a.starts_at + ${YEAR_MS + laterMs} WHERE a.appointment_id = ${original}`,
	)
	return taken.rows.length === 0
}

/** Writes a whole booking under this id, taking the time without a check. */
export async function bookAnyway(client: Client, id: string, laterMs: number): Promise<void> {
	const mine = `'${id}'`
	const later = (column: string) => `${column} + ${YEAR_MS + laterMs}`
	const times = { starts_at: later('starts_at'), ends_at: later('ends_at') }
	const owned = { appointment_id: mine }
	const copies = await Promise.all([
		copyRows(client, 'checkouts', `id = (SELECT checkout_id FROM appointments WHERE id = ${original})`, {
			id: mine,
			draft_id: mine,
		}),
		copyRows(client, 'appointments', `id = ${original}`, {
			id: mine,
			reference_number: mine,
			checkout_id: mine,
			...times,
		}),
		copyRows(client, 'appointment_services', `appointment_id = ${original}`, owned),
		copyRows(client, 'appointment_add_ons', `appointment_id = ${original}`, owned),
		copyRows(client, 'calendar_entries', `appointment_id = ${original}`, {
			...owned,
			...times,
			id: mine,
			blocked_until_at: later('blocked_until_at'),
		}),
	])
	await untilTaken(() => client.batch(copies, 'write'))
}

/** On a slow machine the database may be busy for longer than it waits: these callers try again. */
export async function untilTaken<Answer>(write: () => Promise<Answer>): Promise<Answer> {
	try {
		return await write()
	} catch (error) {
		if (!(error instanceof LibsqlError) || error.code !== 'SQLITE_BUSY') throw error
		return untilTaken(write)
	}
}

/** SQL that copies rows, with new values in some columns. */
async function copyRows(client: Client, table: string, which: string, changes: Record<string, string>) {
	const info = await client.execute(`SELECT name FROM pragma_table_info('${table}')`)
	const columns = info.rows.map((row) => String(row.name))
	const values = columns.map((column) => changes[column] ?? column)
	return `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${which}`
}
