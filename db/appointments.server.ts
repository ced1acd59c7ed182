import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Instant } from '#app/kernel/instant.ts'
import { calendarEntries } from './schema/availability.ts'
import { appointments, checkouts, clients, promoCodes } from './schema/booking.ts'
import { users } from './schema/identity.ts'
import { loyaltyEnrollments, rewards } from './schema/loyalty.ts'

/** Neither cancelled nor closed. */
export const isOpenAppointment = sql`${appointments.status} IN ('SCHEDULED', 'CONFIRMED')`

/** For a FROM: coming appointments booked with an e-mail. An account's only while this is its e-mail (D8). */
export function bookedAhead(email: string, now: Instant): SQL {
	return sql`${checkouts} JOIN ${appointments} ON ${appointments.checkoutId} = ${checkouts.id}
			AND ${isOpenAppointment} AND ${appointments.startsAt} > ${now}
		JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		LEFT JOIN ${users} ON ${users.id} = ${clients.userId}
		WHERE ${checkouts.email} = ${email} AND (${clients.userId} IS NULL OR ${users.email} = ${email})`
}

/** Who does a service of an appointment, by the calendar. */
export function staffInCalendar(appointmentId: string | AnySQLiteColumn, position: SQL): SQL<string> {
	return sql`(SELECT ${calendarEntries.staffMemberId} FROM ${calendarEntries}
		WHERE ${calendarEntries.appointmentId} = ${appointmentId} AND ${calendarEntries.position} = ${position})`
}

/** An appointment's discount by name, at most one, for `discountLabel`. */
export const savingNames = {
	rewardLabel: sql`CASE WHEN ${appointments.rewardId} IS NOT NULL THEN coalesce(
		(SELECT ${rewards.description} FROM ${rewards} WHERE ${rewards.id} = ${appointments.rewardId}), 'Reward') END`,
	promoCode: sql`(SELECT ${promoCodes.code} FROM ${promoCodes} WHERE ${promoCodes.id} = ${appointments.promoCodeId})`,
	friendCode: sql`(SELECT ${loyaltyEnrollments.referralCode} FROM ${loyaltyEnrollments}
		WHERE ${loyaltyEnrollments.id} = ${appointments.referralCodeId})`,
}
