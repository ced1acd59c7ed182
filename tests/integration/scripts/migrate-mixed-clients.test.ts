import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingInvariants } from '#db/invariants/booking.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { migrationsUntil } from './migrations-until.ts'

/** A release from before client rows carried one e-mail. */
const BEFORE = '0011_kind_rows'

let folder: string
let server: DatabaseServer
let client: Client
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-migrate-'))
	server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	client = createClient({ url: server.url })
	await migrateDatabase(server.url, { migrationsFolder: migrationsUntil(BEFORE, folder) })
	await client.batch(mixed, 'write')
	await migrateDatabase(server.url)
})
afterAll(async () => {
	client.close()
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

type Booking = {
	name: string
	clientId: string
	email: string | null
	phone: string | null
	/** The account that was signed in. */
	userId?: string
}

/** A completed and reviewed visit. */
function book({ name, clientId, email, phone, userId }: Booking) {
	const quoted = (value: string | null | undefined) => (value == null ? 'NULL' : `'${value}'`)
	return [
		`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice,
				payment_method, status, first_name, last_name, email, phone, created_by_user_id, created_at)
			VALUES ('${name}', 'shop', '${clientId}', '${name}', 1000, 0, 0, 1000, 'cash', 'CASH', 'COMPLETED', '${name}', 'Obi',
				${quoted(email)}, ${quoted(phone)}, ${quoted(userId)}, 5)`,
		`INSERT INTO appointments (id, reference_number, shop_id, client_id, checkout_id, service_id, segment_count, scheduled_date,
				scheduled_time, starts_at, ends_at, duration_minutes, total_kobo, tip_kobo, discount_kobo, status, refundable_until_at, created_at)
			VALUES ('${name}', '${name}', 'shop', '${clientId}', '${name}', 'cut', 0, '2026-11-21', '10:00', 1, 2, 60, 1000, 0, 0, 'COMPLETED', 0, 0)`,
		`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, created_at) VALUES ('${name}', 'shop', '${clientId}', 5, 0)`,
	]
}

const insertClient = (id: string, email: string | null, phone: string, userId: string | null = null) => ({
	sql: `INSERT INTO clients (id, shop_id, user_id, first_name, last_name, email, phone, created_at) VALUES (?, 'shop', ?, 'First', 'Come', ?, ?, 1)`,
	args: [id, userId, email, phone],
})

const mixed = [
	`INSERT INTO categories (id, name, position) VALUES ('nails', 'Nails', 1) ON CONFLICT DO NOTHING`,
	`INSERT INTO shops (id, name, type, address, area, city, latitude, longitude, created_at)
		VALUES ('shop', 'Shop', 'salon', '1 Road', 'Yaba', 'Lagos', 6.5, 3.4, 0)`,
	`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo) VALUES ('cut', 'shop', 'nails', 'Cut', 60, 1000)`,
	`INSERT INTO users (id, email, password_hash, created_at) VALUES ('eve', 'eve@example.com', '', 0)`,
	insertClient('linked', 'eve@example.com', '+1', 'eve'),
	insertClient('guest', 'ada@example.com', '+2'),
	insertClient('by-phone', null, '+3'),
	insertClient('known', 'known@example.com', '+4'),
	...book({ name: 'eves', clientId: 'linked', email: 'eve@example.com', phone: '+1' }),
	...book({
		name: 'eves-signed-in',
		clientId: 'linked',
		email: 'new@example.com',
		phone: null,
		userId: 'eve',
	}),
	...book({ name: 'victorias', clientId: 'linked', email: 'victoria@example.com', phone: '+1' }),
	...book({ name: 'victorias-too', clientId: 'guest', email: 'victoria@example.com', phone: '+2' }),
	...book({ name: 'adas', clientId: 'guest', email: 'ada@example.com', phone: '+2' }),
	...book({ name: 'knowns', clientId: 'guest', email: 'known@example.com', phone: '+2' }),
	...book({ name: 'phones', clientId: 'by-phone', email: null, phone: '+3' }),
	...book({ name: 'mailed', clientId: 'by-phone', email: 'mailed@example.com', phone: '+3' }),
	...book({ name: 'other-phone', clientId: 'known', email: null, phone: '+3' }),
	...book({ name: 'new-phone', clientId: 'known', email: null, phone: '+5' }),
]

test('S2: rows that mixed two people are split, and each booking keeps the people of its own e-mail', async () => {
	const { rows } = await client.execute(
		`SELECT checkouts.id, clients.email, clients.phone, clients.user_id FROM checkouts
			JOIN appointments ON appointments.checkout_id = checkouts.id
			JOIN reviews ON reviews.appointment_id = appointments.id AND reviews.client_id = appointments.client_id
			JOIN clients ON clients.id = appointments.client_id AND clients.id = checkouts.client_id ORDER BY checkouts.rowid`,
	)
	expect(rows.map(({ id, email, phone, user_id }) => [id, email, phone, user_id])).toEqual([
		['eves', 'eve@example.com', '+1', 'eve'],
		['eves-signed-in', 'eve@example.com', '+1', 'eve'],
		['victorias', 'victoria@example.com', '+1', null],
		['victorias-too', 'victoria@example.com', '+1', null],
		['adas', 'ada@example.com', '+2', null],
		['knowns', 'known@example.com', '+4', null],
		['phones', null, '+3', null],
		['mailed', 'mailed@example.com', '+3', null],
		['other-phone', null, '+3', null],
		['new-phone', null, '+5', null],
	])
	const { rows: made } = await client.execute('SELECT count(*) AS count FROM clients')
	expect(made[0]?.count).toBe(7)
})

test.each(bookingInvariants.filter(({ name }) => /^(I9|I13|a review|one guest)/.test(name)))(
	'afterwards: $name',
	async ({ sql }) => {
		expect((await client.execute(sql)).rows).toEqual([])
	},
)
