import { sql } from 'drizzle-orm'
import type { Kobo } from '#app/kernel/money.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, text } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { preparedRead } from '#db/statement.server.ts'

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

const servicesAsked = preparedRead<WalkInService>(
	sql`SELECT ${services.id}, ${services.name}, ${services.priceKobo}, ${services.durationMinutes}, ${services.bufferMinutes},
			${shops.timeZone}, ${shops.freeCancellationMinutes}
		FROM json_each(${placeholder('services')}) asked
		JOIN ${services} ON ${services.id} = asked.value AND ${services.shopId} = ${placeholder('shopId')} AND ${services.isEnabled} = 1
		JOIN ${shops} ON ${shops.id} = ${services.shopId}
		ORDER BY asked.key`,
	decode({
		id: text('id'),
		name: text('name'),
		priceKobo: integer('price_kobo'),
		durationMinutes: integer('duration_minutes'),
		bufferMinutes: integer('buffer_minutes'),
		timeZone: text('time_zone'),
		freeCancellationMinutes: integer('free_cancellation_minutes'),
	}),
)

const contactOfAccount = preparedRead(
	sql`SELECT ${profiles.firstName}, ${profiles.lastName}, ${profiles.email}, ${profiles.phone}
		FROM ${profiles} WHERE ${profiles.id} = ${placeholder('userId')}`,
	decode({
		firstName: text('first_name'),
		lastName: text('last_name'),
		email: nullable(text('email')),
		phone: nullable(text('phone')),
	}),
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
