import { createClient } from '@libsql/client/web'
import type { Instant } from '#app/kernel/instant.ts'
import { categories } from '#app/kernel/vocabulary/discovery.ts'
import { demoClient } from './demo-accounts.ts'
import { seedContexts } from './seed-contexts.server.ts'
import { seedDayOf } from './seed-day.server.ts'
import { insertSeedRows, noRows, type SeedRows } from './seed-rows.server.ts'

/**
 * Fills an empty, migrated database with the demo data, relative to the day that `now` falls on in Lagos: the same
 * day gives the same rows. All of it or nothing; every constraint of the database applies. Fails on a database that
 * has it already.
 */
export async function seedDemo(
	databaseUrl: string,
	options: { now: Instant; authToken?: string },
): Promise<void> {
	const client = createClient({ url: databaseUrl, authToken: options.authToken })
	try {
		await client.batch([categoriesStatement(), ...insertSeedRows(demoRows(options.now))], 'write')
	} finally {
		client.close()
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

/** True for demo data of a release that knew no plans. */
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

/** The chips of Discover as rows; they may be there already. */
export function categoriesStatement() {
	const rows = categories.map(({ id, name }, position) => [id, name, position])
	return {
		sql: 'INSERT OR IGNORE INTO categories (id, name, position) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
		args: [JSON.stringify(rows)],
	}
}

function demoRows(now: Instant): SeedRows {
	const rows = noRows()
	const day = seedDayOf(now)
	for (const { addDemoRows } of seedContexts) for (const add of addDemoRows) add(rows, day)
	return rows
}
