import type { Client } from '@libsql/client/web'

export type PlantedShop = {
	id: string
	name: string
	type: string
	area: string
	city: string
	latitude: number
	longitude: number
	timeZone: string
	featuredFrom: string | null
	featuredUntil: string | null
	isListed: boolean
	categories: string[]
	/** Name and price in naira; a minus before the name means that it is switched off. */
	services: [name: string, naira: number][]
}

const ordinary: Omit<PlantedShop, 'id'> = {
	name: 'A shop',
	type: 'salon',
	area: 'Yaba',
	city: 'Lagos',
	latitude: 6.5,
	longitude: 3.4,
	timeZone: 'Africa/Lagos',
	featuredFrom: null,
	featuredUntil: null,
	isListed: true,
	categories: [],
	services: [],
}

/** Writes shops as the shop's side would: rows of shops, categories and services, nothing of what is derived. */
export async function plantShops(
	client: Client,
	shops: (Partial<PlantedShop> & { id: string })[],
): Promise<void> {
	await client.batch(
		shops.flatMap((given) => {
			const shop = { ...ordinary, ...given }
			return [
				{
					sql: `INSERT INTO shops (id, name, type, address, area, city, latitude, longitude, time_zone, featured_from, featured_until, is_listed, created_at)
						VALUES (?, ?, ?, 'An address', ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
					args: [
						shop.id,
						shop.name,
						shop.type,
						shop.area,
						shop.city,
						shop.latitude,
						shop.longitude,
						shop.timeZone,
						shop.featuredFrom,
						shop.featuredUntil,
						shop.isListed ? 1 : 0,
					],
				},
				...shop.categories.map((category) => ({
					sql: 'INSERT INTO shop_categories (shop_id, category_id) VALUES (?, ?)',
					args: [shop.id, category],
				})),
				...shop.services.map(([name, naira], index) => ({
					sql: `INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo, is_enabled)
						VALUES (?, ?, 'nails', ?, 30, ?, ?)`,
					args: [
						`${shop.id}-${index}`,
						shop.id,
						name.replace(/^-/, ''),
						naira * 100,
						name.startsWith('-') ? 0 : 1,
					],
				})),
			]
		}),
		'write',
	)
}

/** The chips of Discover as rows: shops refer to them. */
export async function plantCategories(client: Client): Promise<void> {
	await client.execute(
		`INSERT INTO categories (id, name, position) VALUES ('hair-beauty', 'Hair & Beauty', 0), ('spa-massage', 'Spa & Massage', 1),
			('nails', 'Nails', 2), ('skincare', 'Skincare', 3), ('fitness', 'Fitness', 4)`,
	)
}
