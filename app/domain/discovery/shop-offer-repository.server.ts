import { sql } from 'drizzle-orm'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { json, pickColumns, rows } from '#db/row.server.ts'
import { services, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { preparedSelect } from '#db/statement.server.ts'

const offeredRow = rows({
	serviceId: services.id,
	...pickColumns(services, 'name', 'durationMinutes', 'bufferMinutes', 'priceKobo'),
	staffIds: json<
		string[]
	>(sql`(SELECT json_group_array(${staffMembers.id}) FROM ${staffServices} JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId}
			WHERE ${staffServices.serviceId} = ${services.id} AND ${staffMembers.isActive} = 1)`),
})
/** With the active staff who do it. */
export type OfferedService = ReturnType<typeof offeredRow.read>

const offeredServices = preparedSelect(
	offeredRow,
	() => sql`FROM ${services} WHERE ${services.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${services.isEnabled} = 1
		ORDER BY ${services.position}, ${services.name}, ${services.id}`,
)

export function createShopOfferRepository(read: Database['read']) {
	return {
		/** The services of the caller's shop, by name. */
		servicesOf: ({ secretHash, kind }: ShopCaller): Promise<OfferedService[]> =>
			read(offeredServices({ secretHash, kind })),
	}
}
