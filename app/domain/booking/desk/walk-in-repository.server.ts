import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PricedItem } from '#app/domain/booking/checkout/price-draft.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { clients } from '#db/schema/booking.ts'
import { addOns, services, shops } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect } from '#db/statement.server.ts'

const serviceRow = rows({
	...pickColumns(services, 'id', 'name', 'priceKobo', 'durationMinutes', 'bufferMinutes'),
	...pickColumns(shops, 'timeZone', 'freeCancellationMinutes', 'depositKind', 'depositValue'),
	/** D66. */
	depositHoldHours: shops.depositHoldHours,
})
/** A service at its present price, with what a booking by the shop needs. */
export type WalkInService = ReturnType<typeof serviceRow.read>

const walkInServices = preparedSelect(
	serviceRow,
	() => sql`FROM json_each(${placeholder('services')}) asked
		JOIN ${services} ON ${services.id} = asked.value AND ${services.shopId} = ${placeholder('shopId')} AND ${services.isEnabled} = 1
		JOIN ${shops} ON ${shops.id} = ${services.shopId}
		ORDER BY asked.key`,
)

const walkInAddOns = preparedSelect<PricedItem>(
	rows(pickColumns(addOns, 'id', 'name', 'priceKobo', 'durationMinutes')),
	() => sql`FROM json_each(${placeholder('addOns')}) asked
		JOIN ${addOns} ON ${addOns.id} = asked.value AND ${addOns.shopId} = ${placeholder('shopId')} AND ${addOns.isEnabled} = 1
		ORDER BY asked.key`,
)

const clientRow = rows({
	userId: nullable(text(profiles.id)),
	firstName: text(sql`coalesce(${profiles.firstName}, ${clients.firstName})`),
	lastName: text(sql`coalesce(${profiles.lastName}, ${clients.lastName})`),
	email: nullable(text(sql`iif(${profiles.id} IS NULL, ${clients.email}, ${profiles.email})`)),
	phone: nullable(text(sql`iif(${profiles.id} IS NULL, ${clients.phone}, ${profiles.phone})`)),
})

/** An account's present details, or a guest's row. */
export type KnownCustomer = ReturnType<typeof clientRow.read>

const selectClient = (shopId: SQL | Placeholder) =>
	preparedSelect(
		clientRow,
		() => sql`FROM ${clients} LEFT JOIN ${profiles} ON ${profiles.id} = ${clients.userId}
			WHERE ${clients.id} = ${placeholder('clientId')} AND ${clients.shopId} = ${shopId}`,
	)
const clientOfShop = selectClient(placeholder('shopId'))
const clientOfCaller = selectClient(callingShopId(shopCallerPlaceholders))

const contactOfAccount = preparedSelect(
	rows({
		...pickColumns(profiles, 'firstName', 'lastName'),
		email: nullable(text(profiles.email)),
		phone: profiles.phone,
	}),
	() => sql`FROM ${profiles} WHERE ${profiles.id} = ${placeholder('userId')}`,
)

/** A booking that the shop makes. */
export function createWalkInRepository(read: Database['read']) {
	return {
		/** The services that the shop offers, in the given order. */
		walkInServices: (shopId: string, serviceIds: readonly string[]): Promise<WalkInService[]> =>
			read(walkInServices({ shopId, services: JSON.stringify(serviceIds) })),

		/** The add-ons that the shop offers, in the given order. */
		walkInAddOns: (shopId: string, addOnIds: readonly string[]): Promise<PricedItem[]> =>
			read(walkInAddOns({ shopId, addOns: JSON.stringify(addOnIds) })),

		/** Null for a client of another shop (D65). */
		knownCustomer: (shopId: string, clientId: string): Promise<KnownCustomer | null> =>
			first(read(clientOfShop({ shopId, clientId }))),

		knownCustomerOf: ({ secretHash, kind }: ShopCaller, clientId: string): Promise<KnownCustomer | null> =>
			first(read(clientOfCaller({ secretHash, kind, clientId }))),

		/** As the account's own bookings carry it; null for a deleted account. */
		contactOfAccount: (userId: string) => first(read(contactOfAccount({ userId }))),
	}
}
