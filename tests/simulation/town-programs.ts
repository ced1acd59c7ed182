import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import type { Row, SimulatedShop } from './town-shop.ts'
import { GONE_PROGRAM } from './world.ts'

/** The hash of the key of a shop's program. */
export const programKeyHash = (shopId: string) => hashSecretToken(`the key of ${shopId}`)

/** A kiosk that its shop has from the beginning. */
export const deviceKeyId = (shopId: string, role: 'desk' | 'owner') => `${shopId}-${role}`
export const deviceSecretHash = (shopId: string, role: 'desk' | 'owner') =>
	hashSecretToken(`the ${role} of ${shopId}`)

/** What the operator's file calls a shop, a service, an add-on or a person. */
export const fileNameOf = (id: string) => `file-${id}`

/** The address of a shop's program. */
export const hookUrl = (shopId: string, name = 'bookings') => `https://hook.example/${shopId}/${name}`

/** Keys of the shop's API and of its devices, addresses of its program, and the names of the operator's file. */
export function addShopSide(rows: Row[], { id, staff, services, addOns }: SimulatedShop, i: number): void {
	rows.push(
		{
			sql: `INSERT INTO access_keys (id, shop_id, kind, name, scopes, secret_hash, created_at)
				VALUES (?, ?, 'api', 'Program', ?, ?, 0)`,
			args: [`${id}-key`, id, JSON.stringify(shopScopes), programKeyHash(id)],
		},
		...(['desk', 'owner'] as const).map((role) => ({
			sql: `INSERT INTO access_keys (id, shop_id, kind, role, name, secret_hash, pin_hash, created_at)
				VALUES (?, ?, 'kiosk', ?, ?, ?, 'none', 0)`,
			args: [deviceKeyId(id, role), id, role, role, deviceSecretHash(id, role)],
		})),
		...addresses(id, i).map(([name, url]) => ({
			sql: 'INSERT INTO shop_webhooks (id, shop_id, url, secret, created_at) VALUES (?, ?, ?, ?, 0)',
			args: [`${id}-${name}`, id, url, `whsec_${id}-${name}`],
		})),
		{
			sql: 'UPDATE shops SET external_id = ?, slug = ?, email = ? WHERE id = ?',
			args: [fileNameOf(id), id, i % 2 === 0 ? `${id}@example.com` : null, id],
		},
		...named('services', services),
		...named('add_ons', addOns),
		...named('staff_members', staff),
		{ sql: `INSERT INTO shop_categories (shop_id, category_id) VALUES (?, 'hair-beauty')`, args: [id] },
	)
}

/** Each shop has an address that works; one shop in three also has one that fails. */
function addresses(shopId: string, i: number): [name: string, url: string][] {
	return [
		['hook', hookUrl(shopId)],
		...(i % 3 === 1 ? [['gone', `https://${GONE_PROGRAM}/${shopId}`] as [string, string]] : []),
	]
}

function named(table: string, ids: readonly string[]): Row[] {
	return ids.map((id) => ({
		sql: `UPDATE ${table} SET external_id = ? WHERE id = ?`,
		args: [fileNameOf(id), id],
	}))
}
