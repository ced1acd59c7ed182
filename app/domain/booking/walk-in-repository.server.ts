import { sql } from 'drizzle-orm'
import type { Kobo } from '#app/kernel/money.ts'
import type { Database } from '#db/client.server.ts'
import { integer, nullable, rows, text } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { preparedSelect } from '#db/statement.server.ts'

/** A service of a walk-in at its price of now, with what booking it at its shop needs. */
export type WalkInService = {
	id: string
	name: string
	priceKobo: Kobo
	durationMinutes: number
	bufferMinutes: number
	timeZone: string
	freeCancellationMinutes: number
}

const { placeholder } = sql

const servicesAsked = preparedSelect<WalkInService>(
	rows({
		id: text(services.id),
		name: text(services.name),
		priceKobo: integer(services.priceKobo),
		durationMinutes: integer(services.durationMinutes),
		bufferMinutes: integer(services.bufferMinutes),
		timeZone: text(shops.timeZone),
		freeCancellationMinutes: integer(shops.freeCancellationMinutes),
	}),
	() => sql`FROM json_each(${placeholder('services')}) asked
		JOIN ${services} ON ${services.id} = asked.value AND ${services.shopId} = ${placeholder('shopId')} AND ${services.isEnabled} = 1
		JOIN ${shops} ON ${shops.id} = ${services.shopId}
		ORDER BY asked.key`,
)

const contactOfAccount = preparedSelect(
	rows({
		firstName: text(profiles.firstName),
		lastName: text(profiles.lastName),
		email: nullable(text(profiles.email)),
		phone: nullable(text(profiles.phone)),
	}),
	() => sql`FROM ${profiles} WHERE ${profiles.id} = ${placeholder('userId')}`,
)

/** A booking that the shop makes for a walk-in. */
export function createWalkInRepository(read: Database['read']) {
	return {
		/** Those of them that this shop offers, in the order in which they were asked for. */
		servicesAsked: (shopId: string, serviceIds: readonly string[]): Promise<WalkInService[]> =>
			read(servicesAsked({ shopId, services: JSON.stringify(serviceIds) })),

		/** As an account's own bookings carry it; null for an account that is gone. */
		async contactOfAccount(userId: string) {
			const [contact] = await read(contactOfAccount({ userId }))
			return contact ?? null
		},
	}
}
