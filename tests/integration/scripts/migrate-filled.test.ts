import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { LAST_OF_BASELINE, migrationsUntil } from './migrations-until.ts'
import { schemaLines } from './schema-lines.ts'

let folder: string
let server: DatabaseServer
let client: Client
let before: Awaited<ReturnType<typeof everything>>

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-migrate-'))
	server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	client = createClient({ url: server.url })
	await migrateDatabase(server.url, { migrationsFolder: migrationsUntil(LAST_OF_BASELINE, folder) })
	await client.batch([...shop, ...payments], 'write')
	before = await everything()
	await migrateDatabase(server.url)
})
afterAll(async () => {
	client.close()
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

/** By hand, since the demo data are those of the newest version. */
const shop = [
	`INSERT INTO categories (id, name, position) VALUES ('nails', 'Nails', 1)`,
	`INSERT INTO shops (id, name, type, address, landmark, area, city, latitude, longitude, created_at)
		VALUES ('shop', 'Shop', 'salon', '1 Road', 'By the gate', 'Yaba', 'Lagos', 6.5, 3.4, 0)`,
	`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo) VALUES ('cut', 'shop', 'nails', 'Cut', 60, 1000)`,
	`INSERT INTO clients (id, shop_id, first_name, last_name, created_at) VALUES ('client', 'shop', 'Ada', 'Obi', 0)`,
]

/** A booked payment, an offer, an arrived refund, an open attempt, a counter. */
const payments = [
	...['booked', 'offered', 'refunded', 'open'].flatMap((reference, position) => [
		`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice,
				payment_method, first_name, last_name, created_at, due_kobo)
			VALUES ('checkout-${reference}', 'shop', 'client', 'draft-${reference}', 1000, 0, 0, 1000, 'online', 'CARD', 'Ada', 'Obi', 0, 1000)`,
		`INSERT INTO payment_attempts (payment_reference, checkout_id, amount_kobo, mode, status, gateway_status, created_at, expires_at, next_check_at)
			VALUES ('${reference}', 'checkout-${reference}', 1000, 'test', '${reference === 'open' ? 'open' : 'paid'}', 'success', ${position}, 2, 3)`,
	]),
	`INSERT INTO appointments (id, reference_number, shop_id, client_id, checkout_id, service_id, segment_count, scheduled_date,
			scheduled_time, starts_at, ends_at, duration_minutes, total_kobo, tip_kobo, discount_kobo, payment_method, status, cancelled_at,
			refundable_until_at, created_at)
		VALUES ('appointment', 'WK', 'shop', 'client', 'checkout-booked', 'cut', 1, '2026-11-21', '10:00', 1, 2, 60, 1000, 0, 0, 'CARD',
			'CANCELLED', 1, 0, 0)`,
	...[
		['booked', 'booked', `'appointment'`, 'NULL'],
		['offered', 'offered', 'NULL', '90'],
		['refunded', 'refund', 'NULL', 'NULL'],
	].map(
		([
			reference,
			outcome,
			appointment,
			offerExpiresAt,
		]) => `INSERT INTO transactions (id, payment_reference, checkout_id, shop_id, appointment_id,
			amount_kobo, currency, fee_kobo, payment_method, description, paid_at, recorded_at, outcome, resolved_at, offer_expires_at)
		SELECT 'paid-${reference}', '${reference}', id, shop_id, ${appointment}, 1000, 'NGN', 10, 'TRANSFER', 'A visit', 5, 6, '${outcome}', 7,
			${offerExpiresAt} FROM checkouts WHERE id = 'checkout-${reference}'`,
	),
	`INSERT INTO refunds (id, payment_reference, amount_kobo, currency, reason, status, requested_at, changed_at, next_attempt_at)
		VALUES ('refund', 'refunded', 1000, 'NGN', 'by_operator', 'processed', 8, 9, 10)`,
	`INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES ('paystack::NGN', 'paystack', '', 'NGN'),
		('shop_due:x:NGN', 'shop_due', 'x', 'NGN')`,
	`INSERT INTO ledger_lines VALUES ('entry', 'paystack::NGN', 1000), ('entry', 'shop_due:x:NGN', -1000)`,
	`INSERT INTO ledger_entries (id, occasion, occurred_at, recorded_at) VALUES ('entry', 'payment:booked', 5, 6)`,
	`INSERT INTO rate_limits VALUES ('sign-in-account', 'somebody', 4, 1000, 1001)`,
]

/** Every row of every table, by the name of its table. */
async function everything() {
	const { rows: tables } = await client.execute(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%drizzle%'
			AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_search\\_%' ESCAPE '\\' ORDER BY name`,
	)
	const answers = await client.batch(
		tables.map(({ name }) => `SELECT * FROM "${name}"`),
		'read',
	)
	return new Map(
		tables.map(({ name }, position) => [
			String(name),
			answers[position]?.rows.map((row) => ({ ...row })) ?? [],
		]),
	)
}

/** What later migrations gave the rows that were there, by the name of their table: `shops: { parking: null }`. */
const addedColumns: Record<string, object> = {}

describe('A13: a filled database that is brought to the newest version', () => {
	test('keeps every row', async () => {
		const after = await everything()
		for (const [table, rows] of before) {
			const added = addedColumns[table] ?? {}
			expect([table, after.get(table)]).toEqual([table, rows.map((row) => ({ ...row, ...added }))])
		}
		expect(before.get('transactions')).toHaveLength(3)
		expect(before.get('ledger_lines')).toHaveLength(2)
	})

	test('is sound: no key points nowhere', async () => {
		expect((await client.execute('PRAGMA foreign_key_check')).rows).toEqual([])
		expect(
			(await client.execute('PRAGMA integrity_check')).rows.map(({ integrity_check }) => integrity_check),
		).toEqual(['ok'])
	})

	test('has the tables, indexes and triggers of a new one', async () => {
		const other = await startDatabaseServer({ dataDir: join(folder, 'new') })
		const otherClient = createClient({ url: other.url })
		try {
			await migrateDatabase(other.url)
			expect(await schemaLines(client)).toEqual(await schemaLines(otherClient))
		} finally {
			otherClient.close()
			await other.stop()
		}
	})
})
