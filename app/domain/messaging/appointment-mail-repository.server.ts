import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { outbox } from '#db/schema/messaging.ts'
import { insertFrom } from '#db/statement.server.ts'
import { onceForItsKey, shopBehind } from './mail-ceiling-repository.server.ts'

/** Hours before the appointment. */
export type AppointmentReminder = { hoursBefore: number; dueAt: Instant }

/**
 * The ceiling checks reminders only when they are due: one of next week must not withhold a booking's own mail (D33).
 */
export function createAppointmentMailRepository() {
	return {
		/** For the start that the batch has set by now, once for each start. */
		insertReminders: (
			appointmentId: string,
			reminders: readonly AppointmentReminder[],
			now: Instant,
		): Statement[] => {
			if (reminders.length === 0) return []
			const hours = sql`CAST(reminder.value ->> 'hoursBefore' AS integer)`
			return [
				ofAppointment('visit_reminder', {
					// Several rows need an id each.
					id: sql`${newId()} || '-' || ${hours}`,
					key: sql`'visit-reminder:' || ${hours} || ':' || ${appointments.id} || ':' || ${appointments.startsAt}`,
					more: sql`, 'startsAt', ${appointments.startsAt}, 'hoursBefore', ${hours}`,
					dueAt: sql`CAST(reminder.value ->> 'dueAt' AS integer)`,
					from: sql`JOIN json_each(${JSON.stringify(reminders)}) reminder`,
					appointmentId,
					now,
				}),
			]
		},

		/** Once for each appointment. */
		insertHowWasIt: (appointmentId: string, { dueAt, now }: { dueAt: Instant; now: Instant }): Statement =>
			ofAppointment('how_was_it', {
				id: sql`${newId()}`,
				key: sql`'how-was-it:' || ${appointments.id}`,
				dueAt: sql`${dueAt}`,
				appointmentId,
				now,
			}),

		/** At once, for each completion: undoing one reverses its rewards. */
		insertRewardEarned(appointmentId: string, now: Instant): Statement {
			const id = newId()
			const insert = ofAppointment('reward_earned', {
				id: sql`${id}`,
				key: sql`'reward-earned:' || ${appointments.id} || ':' || ${now}`,
				dueAt: sql`${now}`,
				appointmentId,
				now,
			})
			return { ...insert, followUp: { kind: 'message', messageId: id } }
		},
	}
}

/**
 * To the booking's contact. A guest without an email whom the shop booked has no page with push messages, and gets
 * nothing.
 */
function ofAppointment(
	kind: string,
	{
		id,
		key,
		more = sql``,
		dueAt,
		from = sql``,
		appointmentId,
		now,
	}: { id: SQL; key: SQL; more?: SQL; dueAt: SQL; from?: SQL; appointmentId: string; now: Instant },
): Statement<number> {
	return insertFrom(
		outbox,
		{
			id,
			kind,
			dedupeKey: key,
			recipientEmail: sql`${checkouts.email}`,
			recipientPhone: sql`${checkouts.phone}`,
			byShopId: shopBehind(sql`${checkouts.id}`),
			userId: sql`${clients.userId}`,
			payload: sql`json_object('appointmentId', ${appointments.id}${more})`,
			createdAt: now,
			nextAttemptAt: dueAt,
		},
		sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
			JOIN ${clients} ON ${clients.id} = ${appointments.clientId} ${from}
			WHERE ${appointments.id} = ${appointmentId} AND (${checkouts.email} IS NOT NULL OR ${clients.userId} IS NOT NULL OR NOT ${appointments.isWalkIn})
			${onceForItsKey}`,
	)
}
