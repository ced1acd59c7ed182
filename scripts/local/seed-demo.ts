import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { createScheduleImportRepository } from '#app/domain/availability/schedule-import-repository.server.ts'
import { createShopDetailsRepository } from '#app/domain/discovery/shop-details-repository.server.ts'
import { createShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import { createMessagingRepositories } from '#app/domain/messaging/repositories.server.ts'
import { createShopsRepositories } from '#app/domain/shops/repositories.server.ts'
import { importStatements, judgeImport } from '#app/flows/shop/import-shops.server.ts'
import type { ImportedShop, ImportRemark } from '#app/flows/shop/imported-shop.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { type Database, openDatabase } from '#db/client.server.ts'
import { demoData } from '#db/seed/demo.server.ts'
import { type DemoExtras, demoExtras } from '#db/seed/demo-extras.ts'
import { seedDayOf } from '#db/seed/demo-shop.ts'
import { readImportFile } from '#scripts/shop-import/import-file.ts'
import { readShops } from '#scripts/shop-import/read-shops.ts'
import { withPatience } from './patience.ts'
import { PROJECT_ROOT } from './project-root.ts'

/** The files of `db/seed/shops`. Reference numbers count through the shops in this order. */
const cities = ['lagos', 'abuja', 'port-harcourt', 'ibadan']

const SHOP_AGE_DAYS = 400

/**
 * Fills an empty, migrated database with demo data relative to the day of `now` in Lagos: one day gives the same rows,
 * except names of payments and payouts. All or nothing, then the payouts.
 */
export async function seedDemo(
	databaseUrl: string,
	{ now, authToken }: { now: Instant; authToken?: string | undefined },
): Promise<void> {
	const day = seedDayOf(now)
	const openedAt = day.todayStartsAt - SHOP_AGE_DAYS * DAY_MS
	const database = openDatabase({ url: databaseUrl, authToken, ...withPatience })
	const deps = importRepositories(database)
	const { plans, problems } = await judgeImport(deps, readDemoShops(), {
		now: openedAt,
		idOf: (name) => name,
	})
	refuseProblems(problems)
	const shops = plans.map(({ after }) => ({ ...after, ...findExtras(after.externalId) }))
	const { statements, paidOnline } = demoData({ ...day, shops })
	// Loaded late: other programs do not wait for the app's operations.
	const [{ createRepositories }, { demoPaymentStatements, payDemoShop }] = await Promise.all([
		import('#app/repositories.server.ts'),
		import('./demo-payouts.ts'),
	])
	const repositories = createRepositories(database)
	const client = createClient({ url: databaseUrl, authToken })
	try {
		await client.batch(
			[
				deps.shopImports.insertCategories(),
				...importStatements(deps, plans, openedAt),
				...statements,
				...demoPaymentStatements(repositories, paidOnline),
			],
			'write',
		)
	} finally {
		client.close()
	}
	for (const { shopId, values, bankAccount, paidOnlinePercent } of shops)
		if (paidOnlinePercent && bankAccount)
			await payDemoShop(repositories, { id: shopId, name: values.name, bankAccount }, day.todayStartsAt)
}

/** Each program with a database waits for this file's imports, so they are few. */
function importRepositories({ read }: Database) {
	return {
		shopImports: createShopImportRepository(read),
		scheduleImports: createScheduleImportRepository(read),
		shops: createShopsRepositories(read),
		messaging: createMessagingRepositories(read),
		discovery: { details: createShopDetailsRepository(read) },
	}
}

/** As the import reads them. */
export function readDemoShops(): ImportedShop[] {
	const { shops, problems } = readShops(
		cities.flatMap((city) => readImportFile(join(PROJECT_ROOT, 'db/seed/shops', `${city}.json`))),
	)
	refuseProblems(problems)
	for (const { externalId, shop, services } of shops) {
		const { longName, longServiceNames = {} } = findExtras(externalId)
		if (shop && longName) shop.values.name = longName
		for (const { externalId: service, values } of services)
			Object.assign(values, longServiceNames[service] && { name: longServiceNames[service] })
	}
	return shops
}

function findExtras(slug: string): DemoExtras {
	const extras = demoExtras[slug]
	if (!extras) throw new Error(`demo-extras.ts says nothing of ${slug}`)
	return extras
}

function refuseProblems(problems: readonly ImportRemark[]): void {
	if (problems.length > 0) throw new Error(`The demo shops cannot be imported: ${JSON.stringify(problems)}`)
}
