import { and, eq, isNull, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'

/** The customer of a scanned code, with their visits of that day at the shop, without cancelled ones. */
export type MemberAtShop = {
	userId: string
	firstName: string
	lastName: string
	appointments: { referenceNumber: string; status: AppointmentStatus; startsAt: Instant }[]
}

// Rows around the day are read, and then filtered by the shop's clock.
const memberAtShop = preparedSelect(
	rows({
		userId: profiles.id,
		firstName: nullable(text(profiles.firstName)),
		lastName: nullable(text(profiles.lastName)),
		timeZone: shops.timeZone,
		appointment: rowsOrNull(
			'referenceNumber',
			rows({
				...pickColumns(appointments, 'referenceNumber', 'status', 'startsAt'),
				date: appointments.scheduledDate,
			}),
		),
	}),
	() => sql`FROM ${profiles} JOIN ${shops} ON ${shops.id} = ${placeholder('shopId')}
		LEFT JOIN ${clients} ON ${clients.userId} = ${profiles.id} AND ${clients.shopId} = ${shops.id}
		LEFT JOIN ${appointments} ON ${appointments.clientId} = ${clients.id} AND ${appointments.status} <> 'CANCELLED'
			AND ${appointments.startsAt} BETWEEN ${placeholder('from')} AND ${placeholder('until')}
		WHERE ${profiles.id} = ${placeholder('userId')} ORDER BY ${appointments.startsAt}`,
)

export function createPeopleRepository(read: Database['read']) {
	return {
		/** Null for a deleted account. */
		async memberAtShop(shopId: string, userId: string, now: Instant): Promise<MemberAtShop | null> {
			const rows = await read(memberAtShop({ shopId, userId, from: now - DAY_MS, until: now + DAY_MS }))
			const [member] = rows
			if (!member) return null
			const { date: today } = civilAt(member.timeZone, now)
			return {
				userId: member.userId,
				firstName: member.firstName ?? '',
				lastName: member.lastName ?? '',
				appointments: rows.flatMap(({ appointment }) => {
					if (appointment === null || appointment.date !== today) return []
					const { date: _, ...shown } = appointment
					return [shown]
				}),
			}
		},

		/**
		 * Once the e-mail is verified, links guest bookings with it to this account (D8). A phone number links nothing, and
		 * a trigger splits off checkouts with another e-mail (S2, docs/decisions/025).
		 */
		linkGuestClients: (userId: string): Statement<number> =>
			updateWhere(
				clients,
				{ userId },
				and(
					isNull(clients.userId),
					sql`${clients.email} = (SELECT ${users.email} FROM ${users}
								WHERE ${eq(users.id, userId)} AND ${users.emailVerifiedAt} IS NOT NULL)`,
				),
			),
	}
}
