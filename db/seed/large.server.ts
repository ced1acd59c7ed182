import { type Client, createClient, type InStatement } from '@libsql/client/web'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import { seedDayOf } from './demo-shop.ts'
import { addLargeAppointmentRows } from './large-appointment-rows.server.ts'
import { addLargeShopRows, largeShopId } from './large-shop-rows.server.ts'
import { insertSeedRows, noRows, type SeedRows } from './seed-rows.server.ts'

/** The shop whose one calendar `focusShopAppointments` fills, with its person and service. */
export const focusShop = {
	shopId: largeShopId(0),
	staffMemberId: `${largeShopId(0)}-staff`,
	serviceId: `${largeShopId(0)}-usual`,
} as const

export type LargeSeed = {
	/** At least 1; the first is the focus shop. */
	shops: number
	appointments: number
	now: Instant
	/** The focus shop's appointments, all with one person. Default: an even share. */
	focusShopAppointments?: number | undefined
	authToken?: string | undefined
	onProgress?: (line: string) => void
}

/** A batch is one transaction: worth its trip, far below the server's five seconds. */
const SHOPS_PER_BATCH = 500
const APPOINTMENTS_PER_BATCH = 2_000
/** A calendar is filled backwards, 24 visits a day: more would begin before the dates that the app knows. */
const MAX_APPOINTMENTS_PER_SHOP = 200_000
/** Above the demo data's reference numbers. */
const FIRST_SERIAL = 1_000_000

/**
 * Fills a migrated database for measuring, with or without demo data. Deterministic for a day in Lagos. Works once per
 * database.
 */
export async function seedLarge(databaseUrl: string, seed: LargeSeed): Promise<void> {
	const { shops, appointments } = seed
	if (shops < 1) throw new RangeError('at least one shop is needed')
	const placeOfAppointment = shareOut(shops, appointments, seed.focusShopAppointments)
	const { today, todayStartsAt } = seedDayOf(seed.now)
	const client = createClient({ url: databaseUrl, authToken: seed.authToken })
	try {
		await client.batch([categoriesStatement()], 'write')
		const addShop: AddRows = (rows, index) => addLargeShopRows(rows, index, today, todayStartsAt)
		await inBatches(client, shops, SHOPS_PER_BATCH, 'shops', seed.onProgress, addShop, listShops)
		const addAppointment: AddRows = (rows, i) =>
			addLargeAppointmentRows(
				rows,
				{ ...placeOfAppointment(i), serial: FIRST_SERIAL + i },
				today,
				todayStartsAt,
			)
		await inBatches(
			client,
			appointments,
			APPOINTMENTS_PER_BATCH,
			'appointments',
			seed.onProgress,
			addAppointment,
		)
		// Each shop's next look is due at midnight.
		await client.batch([lookedAtUntil(todayStartsAt + DAY_MS)], 'write')
	} finally {
		client.close()
	}
}

/** True once `seedLarge` has begun to fill this database. */
export async function hasLargeSeed(databaseUrl: string, authToken?: string): Promise<boolean> {
	const client = createClient({ url: databaseUrl, authToken })
	try {
		const found = await client.execute({ sql: 'SELECT 1 FROM shops WHERE id = ?', args: [focusShop.shopId] })
		return found.rows.length > 0
	} finally {
		client.close()
	}
}

/** The i-th appointment's shop: first the focus shop, then each other shop in turn. */
function shareOut(shops: number, appointments: number, focusShopAppointments: number | undefined) {
	const inFocus =
		shops === 1
			? appointments
			: Math.min(appointments, focusShopAppointments ?? Math.ceil(appointments / shops))
	const most = Math.max(inFocus, shops === 1 ? 0 : Math.ceil((appointments - inFocus) / (shops - 1)))
	if (most > MAX_APPOINTMENTS_PER_SHOP) {
		throw new RangeError(`one shop cannot have ${most} appointments: more shops are needed`)
	}
	return (i: number) => {
		if (i < inFocus) return { shopIndex: 0, nth: i }
		const rest = i - inFocus
		return { shopIndex: 1 + (rest % (shops - 1)), nth: Math.floor(rest / (shops - 1)) }
	}
}

type AddRows = (rows: SeedRows, index: number) => void

/** Lists a batch's shops, now that they are complete. */
function listShops(rows: SeedRows): InStatement {
	const ids = JSON.stringify(rows.shops.map((shop) => shop.id))
	return {
		sql: 'UPDATE shops SET is_listed = 1 WHERE id IN (SELECT value FROM json_each(?))',
		args: [ids],
	}
}

async function inBatches(
	client: Client,
	count: number,
	perBatch: number,
	what: string,
	onProgress: LargeSeed['onProgress'],
	addRows: AddRows,
	finish?: (rows: SeedRows) => InStatement,
): Promise<void> {
	for (let from = 0; from < count; from += perBatch) {
		const rows = noRows()
		const to = Math.min(count, from + perBatch)
		for (let index = from; index < to; index++) addRows(rows, index)
		await client.batch([...insertSeedRows(rows), ...(finish ? [finish(rows)] : [])], 'write')
		onProgress?.(`${to.toLocaleString('en')} of ${count.toLocaleString('en')} ${what}`)
	}
}

function lookedAtUntil(dueAt: Instant): InStatement {
	return { sql: 'UPDATE opening_looks SET due_at = ?', args: [dueAt] }
}

/** The chips of Discover; they may exist already. */
function categoriesStatement() {
	const rows = discoverCategories.map(({ id, name }, position) => [id, name, position])
	return {
		sql: 'INSERT OR IGNORE INTO categories (id, name, position) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
		args: [JSON.stringify(rows)],
	}
}
