import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimitKinds } from '#app/kernel/vocabulary/identity.ts'
import {
	ledgerAccountKinds,
	paymentOutcomes,
	paymentProviders,
	purchaseKinds,
	refundReasons,
} from '#app/kernel/vocabulary/payments.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { migrationsUntil } from './migrations-until.ts'

/** The last migration before lists became rows. */
const BEFORE = '0009_holds_by_checkout'
const now = Date.UTC(2026, 10, 21)

let folder: string
let server: DatabaseServer
let client: Client
let before: Awaited<ReturnType<typeof everything>>

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-migrate-'))
	server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	client = createClient({ url: server.url })
	await migrateDatabase(server.url, { migrationsFolder: migrationsUntil(BEFORE, folder) })
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
	`INSERT INTO categories (id, name, position) VALUES ('nails', 'Nails', 1) ON CONFLICT DO NOTHING`,
	`INSERT INTO shops (id, name, type, address, area, city, latitude, longitude, created_at)
		VALUES ('shop', 'Shop', 'salon', '1 Road', 'Yaba', 'Lagos', 6.5, 3.4, 0)`,
	`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo) VALUES ('cut', 'shop', 'nails', 'Cut', 60, 1000)`,
	`INSERT INTO clients (id, shop_id, first_name, last_name, created_at) VALUES ('client', 'shop', 'Ada', 'Obi', 0)`,
]

/** Under the column names of that time: a booked payment, an offer, an arrived refund, an open attempt, a counter. */
const payments = [
	...['booked', 'offered', 'refunded', 'open'].flatMap((reference, position) => [
		`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice,
				payment_method, first_name, last_name, created_at, due_kobo)
			VALUES ('checkout-${reference}', 'shop', 'client', 'draft-${reference}', 1000, 0, 0, 1000, 'online', 'CARD', 'Ada', 'Obi', 0, 1000)`,
		`INSERT INTO payment_attempts (reference, checkout_id, amount_kobo, mode, status, seen_status, created_at, expires_at, next_check_at)
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
			amount_kobo, currency, fee_kobo, transaction_type, description, transaction_date, recorded_at, outcome, decided_at, offer_expires_at)
		SELECT 'paid-${reference}', '${reference}', id, shop_id, ${appointment}, 1000, 'NGN', 10, 'TRANSFER', 'A visit', 5, 6, '${outcome}', 7,
			${offerExpiresAt} FROM checkouts WHERE id = 'checkout-${reference}'`,
	),
	`INSERT INTO refunds (id, payment_reference, amount_kobo, currency, reason, status, requested_at, changed_at, next_attempt_at)
		VALUES ('refund', 'refunded', 1000, 'NGN', 'by_operator', 'processed', 8, 9, 10)`,
	`INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES ('paystack::NGN', 'paystack', '', 'NGN'),
		('shop_due:x:NGN', 'shop_due', 'x', 'NGN')`,
	`INSERT INTO ledger_lines VALUES ('entry', 'paystack::NGN', 1000), ('entry', 'shop_due:x:NGN', -1000)`,
	`INSERT INTO ledger_entries VALUES ('entry', 'payment:booked', 5, 6)`,
	`INSERT INTO guess_counters VALUES ('sign-in-account', 'somebody', 4, ${now}, ${now + 1})`,
]

const newNames: Record<string, Record<string, string>> = {
	payment_attempts: { reference: 'payment_reference', seen_status: 'gateway_status' },
	transactions: {
		transaction_type: 'payment_method',
		transaction_date: 'paid_at',
		decided_at: 'resolved_at',
	},
	guess_counters: { tries: 'attempts', last_try_at: 'last_attempt_at' },
}

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

/** What later migrations gave the rows that were there. */
const addedColumns: Record<string, object> = {
	ledger_entries: { kind: 'payment', subject_id: 'booked' },
	payment_attempts: { purchase_kind: 'appointment', provider: 'paystack', unanswered_since: null },
	appointments: {
		move_count: 0,
		completed_at: null,
		completions: 0,
		missed_at: null,
		arrived_at: null,
		transfer_paid_at: null,
		cancellation_reason: null,
		is_walk_in: 0,
		paid_at_shop_kobo: 0,
		reward_id: null,
		referral_code_id: null,
		cashback_kobo: 0,
		customer_note: null,
		visitor_name: null,
		late_minutes: null,
		late_told_at: null,
		calendar_sequence: 0,
		changed_at: null,
	},
	clients: { shop_note: null },
	refunds: { part: 0, provider: 'paystack' },
	checkouts: {
		reward_id: null,
		referral_code_id: null,
		cashback_kobo: 0,
		customer_note: null,
		visitor_name: null,
		mailbox: null,
		contact_looked_at: null,
		is_same_device: 0,
		discount_reason: null,
	},
	drafts: { first_held_at: null, reward_id: null, uses_cashback: 0, customer_note: '', visitor_name: '' },
	holds: { user_id: null, contact_mailbox: null },
	outbox: { withheld_at: null, user_id: null, mailbox: null },
	transactions: { card_key: null, is_payout_open: 1 },
	webhook_events: { provider: 'paystack' },
	shops: {
		put_away_steps: '[]',
		max_ahead_unproven: 5,
		max_ahead_proven: 15,
		max_guest_bookings_per_hour: 20,
		max_moves: 6,
		deposit_hold_hours: 2,
		payouts_held_until: 0,
		...{
			external_id: null,
			slug: null,
			whatsapp: null,
			email: null,
			landmark: null,
			openings_computed_at: 0,
			lists_when_bookable: 0,
			is_place_known: 1,
		},
	},
	services: { external_id: null, position: 0 },
	staff_members: { external_id: null, role: '', last_day: null },
	staff_days_off: { has_left: 0 },
	add_ons: { external_id: null },
	reviews: { reply: null, replied_at: null, hidden_at: null },
}

/** What makes the database what it is: tables, indexes and triggers with their SQL. */
async function schemaOf(of: Client) {
	const { rows } = await of.execute(
		`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`,
	)
	return rows.map((row) => ({ ...row }))
}

describe('A13: a filled database that is brought to the newest version', () => {
	test('keeps every row, under the new names', async () => {
		const after = await everything()
		for (const [table, rows] of before) {
			const renamed = rows.map((row) =>
				Object.fromEntries(
					Object.entries(row).map(([column, value]) => [newNames[table]?.[column] ?? column, value]),
				),
			)
			const added = addedColumns[table] ?? {}
			expect([table, after.get(table === 'guess_counters' ? 'rate_limits' : table)]).toEqual([
				table,
				// Of what went back nothing is due to its shop.
				renamed.map((row) => ({
					...row,
					...added,
					...('outcome' in row && row.outcome === 'refund' ? { is_payout_open: 0 } : {}),
				})),
			])
		}
		expect(before.get('transactions')).toHaveLength(3)
		expect(before.get('ledger_lines')).toHaveLength(2)
	})

	test('is sound: no key points nowhere, and no old name is left', async () => {
		expect((await client.execute('PRAGMA foreign_key_check')).rows).toEqual([])
		expect(
			(await client.execute('PRAGMA integrity_check')).rows.map(({ integrity_check }) => integrity_check),
		).toEqual(['ok'])
		// Two tables of later migrations have a column of an old name, of their own.
		const later = ['shop_signups', 'returned_parts']
		const schema = (await schemaOf(client)).filter(({ tbl_name }) => !later.includes(String(tbl_name)))
		expect(JSON.stringify(schema)).not.toMatch(
			/guess_counters|new_transactions|new_refunds|new_payment|new_ledger|seen_status|decided_at|transaction_date/,
		)
	})

	test('has the tables, indexes and triggers of a new one', async () => {
		const other = await startDatabaseServer({ dataDir: join(folder, 'new') })
		const otherClient = createClient({ url: other.url })
		try {
			await migrateDatabase(other.url)
			expect(await schemaOf(client)).toEqual(await schemaOf(otherClient))
		} finally {
			otherClient.close()
			await other.stop()
		}
		const { rows } = await client.execute(
			`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%STRICT%' AND sql NOT LIKE 'CREATE VIRTUAL%'
				AND name IN ('payment_attempts', 'transactions', 'refunds', 'ledger_accounts', 'rate_limits', 'refund_reasons')`,
		)
		expect(rows).toEqual([])
		const named = (await schemaOf(client)).filter(({ tbl_name }) =>
			['payment_attempts', 'transactions', 'refunds', 'ledger_accounts', 'rate_limits'].includes(
				String(tbl_name),
			),
		)
		expect(named.filter(({ type }) => type !== 'table').map(({ name }) => name)).toEqual([
			'ledger_accounts_with_balance',
			'payment_attempts_by_checkout',
			'payment_attempts_due',
			'payment_attempts_one_open',
			'rate_limits_by_expiry',
			'refunds_due',
			'refunds_once_a_part',
			'refunds_open',
			'transactions_by_checkout',
			'transactions_disputed',
			'transactions_offered',
			'transactions_one_per_appointment',
			'transactions_payment_reference_unique',
			'transactions_payout_open',
			'ledger_accounts_not_overdrawn_on_insert',
			'ledger_accounts_not_overdrawn_on_update',
			'payment_attempts_paid_final',
			'payment_has_another_outcome',
			'payment_has_become_less',
			'refunds_immutable',
			'refunds_no_delete',
			'refunds_processed_final',
			'refunds_require_refund_outcome',
			'transactions_immutable',
			'transactions_no_delete',
			'transactions_offer_needs_open_draft',
			'transactions_outcome_forward_only',
		])
	})
})

test.each([
	['purchase_kinds', purchaseKinds],
	['payment_providers', paymentProviders],
	['payment_outcomes', paymentOutcomes],
	['refund_reasons', refundReasons],
	// The release before counted two more.
	['rate_limit_kinds', [...rateLimitKinds, 'api-network', 'kiosk-network']],
	['ledger_account_kinds', ledgerAccountKinds],
])('%s has a row for each word of the code, and no other', async (table, words) => {
	const { rows } = await client.execute(`SELECT kind FROM ${table} ORDER BY kind`)
	expect(rows.map(({ kind }) => kind)).toEqual([...words].sort())
})

test('a balance of what the operator has, or a shop gave, grows with debits, one of what is owed with credits', async () => {
	const { rows } = await client.execute(
		'SELECT kind FROM ledger_account_kinds WHERE balance_sign = 1 ORDER BY kind',
	)
	expect(rows.map(({ kind }) => kind)).toEqual([
		'commission',
		'operator_bank',
		'payment_fee',
		'paystack',
		'paystack_fees',
		'shop_cashback',
		'shop_paid',
		'transfer_fee',
	])
})
