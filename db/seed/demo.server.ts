import { createClient, type InStatement } from '@libsql/client/web'
import { demoClient } from './demo-accounts.ts'
import { completeShops } from './demo-extra-rows.server.ts'
import { type PaidOnline, planOnlinePayment } from './demo-paid-online.ts'
import type { DemoSeed } from './demo-shop.ts'
import { insertSeedRows, noRows, seedContexts } from './seed-rows.server.ts'

/** All demo data besides the import. `paidOnline` needs its payments in the same batch. */
export function demoData(seed: DemoSeed): { statements: InStatement[]; paidOnline: PaidOnline[] } {
	const rows = noRows()
	for (const { addDemoRows } of seedContexts) for (const add of addDemoRows) add(rows, seed)
	return {
		statements: [...completeShops(seed), ...insertSeedRows(rows)],
		paidOnline: planOnlinePayment(rows, seed),
	}
}

/** True when a migrated database has no shop yet. */
export async function isEmpty(databaseUrl: string, authToken?: string): Promise<boolean> {
	const client = createClient({ url: databaseUrl, authToken })
	try {
		const found = await client.execute('SELECT 1 FROM shops LIMIT 1')
		return found.rows.length === 0
	} finally {
		client.close()
	}
}

/** True for demo data of a release without plans. */
export async function lacksDemoPlans(databaseUrl: string): Promise<boolean> {
	const client = createClient({ url: databaseUrl })
	try {
		const found = await client.execute({
			sql: 'SELECT 1 FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM subscription_plans)',
			args: [demoClient.userId],
		})
		return found.rows.length > 0
	} finally {
		client.close()
	}
}
