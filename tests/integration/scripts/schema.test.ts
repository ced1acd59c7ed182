import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { LAST_OF_BASELINE, migrationsUntil } from './migrations-until.ts'
import { rowLines, schemaLines } from './schema-lines.ts'

let folder: string
let server: DatabaseServer
let client: Client
let baseline: string[]
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-schema-'))
	server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	client = createClient({ url: server.url })
	await migrateDatabase(server.url, { migrationsFolder: migrationsUntil(LAST_OF_BASELINE, folder) })
	baseline = [...(await schemaLines(client)), ...(await rowLines(client))]
	await migrateDatabase(server.url)
})
afterAll(async () => {
	client.close()
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

test('A13: the baseline never changes, object for object and row for row', () => {
	const path = new URL('baseline-schema.txt', import.meta.url)
	expect(baseline).toEqual(readFileSync(path, 'utf8').trimEnd().split('\n'))
})

test('each table is STRICT, but those of the search and of the migrator', async () => {
	const { rows } = await client.execute(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%STRICT%' AND sql NOT LIKE 'CREATE VIRTUAL%'
			AND name NOT LIKE '%\\_search\\_%' ESCAPE '\\' ORDER BY name`,
	)
	expect(rows.map(({ name }) => name)).toEqual(['__drizzle_migrations'])
})

test('each trigger is named for its table', async () => {
	const { rows } = await client.execute(`SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'`)
	expect(rows.length).toBeGreaterThan(80)
	expect(rows.filter(({ name, tbl_name }) => !String(name).startsWith(`${tbl_name}_`))).toEqual([])
})

test.each([
	['purchase_kinds', purchaseKinds],
	['payment_providers', paymentProviders],
	['payment_outcomes', paymentOutcomes],
	['refund_reasons', refundReasons],
	['rate_limit_kinds', rateLimitKinds],
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
