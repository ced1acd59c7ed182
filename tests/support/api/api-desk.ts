import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { type ApiAnswer, type ApiRequest, addApiKey, askApi } from '#tests/support/shop-api.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'

/** What a good request is made with: the shop, and a program of its with every scope. */
export type ApiDesk = {
	database: ScratchDatabase
	shop: SmallShop
	now: number
	key: string
	ask: (request: ApiRequest) => Promise<ApiAnswer>
	/** A staff member without other bookings. */
	newStaff: () => Promise<string>
}

export type GoodRequest = {
	path?: Record<string, string>
	query?: string
	body?: unknown
	/** Its path names a day, which every shop has. */
	isOfEveryShop?: true
}

/** A shop that never closes, where it is about noon. */
export const shopAlwaysOpen = (now: number) => ({
	zone: zoneAtNoon(now),
	hours: [0, 1440] as [number, number],
})

/** A shop, and a program of its that asks the app at this address. */
export async function openApiDesk(database: ScratchDatabase, url: string): Promise<ApiDesk> {
	const now = Date.now()
	const shop = await addSmallShop(database.client, 'salon', shopAlwaysOpen(now))
	const key = await addApiKey(database, shop.id)
	let staffCount = 0

	async function newStaff(): Promise<string> {
		const id = `colleague-${++staffCount}`
		const everyDay = [1, 2, 3, 4, 5, 6, 7]
		await database.client.batch(
			[
				{
					sql: `INSERT INTO staff_members (id, shop_id, first_name, last_name, is_active) VALUES (?, ?, 'Ola', 'Ade', 1)`,
					args: [id, shop.id],
				},
				...everyDay.map((day) => ({
					sql: 'INSERT INTO staff_schedules VALUES (?, ?, 1, 0, 1440, NULL, NULL)',
					args: [id, day],
				})),
				{ sql: 'INSERT INTO staff_services VALUES (?, ?)', args: [id, shop.idOf('cut')] },
			],
			'write',
		)
		return id
	}

	return { database, shop, now, key, newStaff, ask: (request) => askApi(url, { key, ...request }) }
}

/** The address of a call with what its good request names. */
export const addressOf = (path: string, { path: values = {}, query = '' }: GoodRequest) =>
	path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') + query
