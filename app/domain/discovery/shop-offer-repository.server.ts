import { sql } from 'drizzle-orm'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, json, text } from '#db/row.server.ts'
import { services, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerAsked } from '#db/shop-caller.server.ts'
import { preparedRead } from '#db/statement.server.ts'

/** A service that a shop does, and who of its active staff does it. */
export type OfferedService = {
	serviceId: string
	name: string
	durationMinutes: number
	priceKobo: number
	staffIds: string[]
}

const offeredServices = preparedRead<OfferedService>(
	sql`SELECT ${services.id}, ${services.name}, ${services.durationMinutes}, ${services.priceKobo},
			(SELECT json_group_array(${staffMembers.id}) FROM ${staffServices} JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId}
				WHERE ${staffServices.serviceId} = ${services.id} AND ${staffMembers.isActive} = 1) AS staff_ids
		FROM ${services} WHERE ${services.shopId} = ${callingShopId(shopCallerAsked)} AND ${services.isEnabled} = 1
		ORDER BY ${services.name}, ${services.id}`,
	decode({
		serviceId: text('id'),
		name: text('name'),
		durationMinutes: integer('duration_minutes'),
		priceKobo: integer('price_kobo'),
		staffIds: json<string[]>('staff_ids'),
	}),
)

export function createShopOfferRepository(read: Database['read']) {
	return {
		/** What the shop of this key does, by name. */
		servicesOf: ({
			secretHash,
			kind,
		}: {
			secretHash: string
			kind: AccessKeyKind
		}): Promise<OfferedService[]> => read(offeredServices({ secretHash, kind })),
	}
}
