import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import { exportedNotes, noNotes } from '#db/booking-notes.server.ts'
import type { Database } from '#db/client.server.ts'
import { FORMER_CUSTOMER } from '#db/customer-at-shop.server.ts'
import { isLiveAppointment, leavingUserId, moneyUnderWay } from '#db/leaving.server.ts'
import { integer, json, only, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { appointmentProblems, reviews } from '#db/schema/booking-reviews.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { rewards } from '#db/schema/loyalty.ts'
import { outbox } from '#db/schema/messaging.ts'
import { deleteWhere, isAny, rawRead, rawSelect, updateWhere } from '#db/statement.server.ts'

const aheadRow = rows({
	...pickColumns(appointments, 'id', 'startsAt'),
	shopName: shops.name,
	timeZone: shops.timeZone,
	services: json<
		string[]
	>(sql`(SELECT json_group_array(${appointmentServices.name}) FROM ${appointmentServices}
							WHERE ${appointmentServices.appointmentId} = ${appointments.id})`),
})
/** For the page that deletes the account (M26). */
export type AppointmentAhead = ReturnType<typeof aheadRow.read>

/** The actor's data in bookings, to export and to forget. */
export function createOwnDataRepository(read: Database['read']) {
	return {
		/** With everything stored of each, newest first. */
		exportAppointments: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object(
							'referenceNumber', ${appointments.referenceNumber}, 'shop', ${shops.name}, 'status', ${appointments.status},
							'date', ${appointments.scheduledDate}, 'time', ${appointments.scheduledTime}, 'timeZone', ${shops.timeZone},
							'durationMinutes', ${appointments.durationMinutes}, 'totalKobo', ${appointments.totalKobo}, 'tipKobo', ${appointments.tipKobo},
							'discountKobo', ${appointments.discountKobo}, 'discountBecause', ${checkouts.discountReason}, 'paidWithCashbackKobo', ${appointments.cashbackKobo},
							'reward', (SELECT ${rewards.description} FROM ${rewards} WHERE ${rewards.id} = ${appointments.rewardId}),
							'paymentMethod', ${appointments.paymentMethod}, 'paymentStatus', ${appointments.paymentStatus},
							'cancelledByShopBecause', ${appointments.cancellationReason},
							${exportedNotes(appointments)}, 'toldLateMinutes', ${appointments.lateMinutes},
							'problems', (SELECT json_group_array(json_object('kind', ${appointmentProblems.kind}, 'words', ${appointmentProblems.words},
									'answer', ${appointmentProblems.answer})) FROM ${appointmentProblems}
								WHERE ${appointmentProblems.appointmentId} = ${appointments.id}),
							'bookedAt', strftime('%Y-%m-%dT%H:%M:%SZ', ${appointments.createdAt} / 1000, 'unixepoch'),
							'changedAt', strftime('%Y-%m-%dT%H:%M:%SZ', ${appointments.changedAt} / 1000, 'unixepoch'),
							'services', (SELECT json_group_array(${appointmentServices.name}) FROM ${appointmentServices}
								WHERE ${appointmentServices.appointmentId} = ${appointments.id}),
							'addOns', (SELECT json_group_array(${appointmentAddOns.name}) FROM ${appointmentAddOns}
								WHERE ${appointmentAddOns.appointmentId} = ${appointments.id}),
							'contact', json_object('firstName', ${checkouts.firstName}, 'lastName', ${checkouts.lastName},
								'email', ${checkouts.email}, 'phone', ${checkouts.phone}),
							'review', (SELECT json_object('rating', ${reviews.rating}, 'comment', ${reviews.comment}, 'reply', ${reviews.reply}) FROM ${reviews}
								WHERE ${reviews.appointmentId} = ${appointments.id})
						) AS appointment
						FROM ${selectOwnClients(actor)} CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
						CROSS JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
						CROSS JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
						ORDER BY ${appointments.startsAt} DESC`,
					only(json<unknown>('appointment')),
				),
			),

		exportShopNotes: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object('shop', ${shops.name}, 'note', ${clients.shopNote}) AS written
						FROM ${clients} CROSS JOIN ${shops} ON ${shops.id} = ${clients.shopId}
						WHERE ${clients.userId} = ${actorUserId(actor)} AND ${clients.shopNote} IS NOT NULL
						ORDER BY ${shops.name}, ${clients.createdAt}`,
					only(json<unknown>('written')),
				),
			),

		async countAppointmentsAhead(actor: Actor): Promise<number> {
			const [count = 0] = await read(
				rawRead(
					sql`SELECT count(*) AS count FROM ${selectOwnClients(actor)}
						CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id} WHERE ${isLiveAppointment(actor)}`,
					only(integer('count')),
				),
			)
			return count
		},

		/** Soonest first. */
		appointmentsAhead: (actor: Actor, limit: number): Promise<AppointmentAhead[]> =>
			read(
				rawSelect(
					aheadRow,
					sql`FROM ${selectOwnClients(actor)} CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
						CROSS JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
						WHERE ${isLiveAppointment(actor)} ORDER BY ${appointments.startsAt} LIMIT ${limit}`,
				),
			),

		/** Money under decision delays deleting the account (S18). */
		hasMoneyUnderWay: (actor: Actor): Promise<boolean> =>
			isAny(
				read(
					rawRead(
						sql`SELECT 1 FROM ${users} WHERE ${users.id} = ${actorUserId(actor)} AND ${moneyUnderWay(actor)}`,
						() => true,
					),
				),
			),

		/**
		 * Every earlier e-mail of the actor's bookings or account, for the mails sent there (S18). The '+' removes the id's
		 * affinity: without it SQLite does not use an index on an expression.
		 */
		earlierEmails: (actor: Actor): Promise<string[]> =>
			read(
				rawRead(
					sql`SELECT ${checkouts.email} AS email FROM ${selectOwnClients(actor)}
							CROSS JOIN ${checkouts} ON ${checkouts.clientId} = ${clients.id} WHERE ${checkouts.email} IS NOT NULL
						UNION SELECT ${outbox.recipientEmail} FROM ${outbox}
							WHERE ${outbox.kind} = 'email_changed' AND ${outbox.payload} ->> 'userId' = +${actorUserId(actor)}`,
					only(text('email')),
				),
			),

		/**
		 * Removes the actor's name, contact and words from the shops' records, and deletes their drafts; visits, amounts
		 * and stars stay. Changes nothing while a visit is ahead or money is under way, or with another password.
		 */
		forgetCustomer: (actor: Actor, passwordHash: string): Statement[] => {
			const owner = leavingUserId(actor, passwordHash)
			const owned = sql`(SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${owner})`
			const former = { firstName: FORMER_CUSTOMER, lastName: '', email: null, phone: null }
			return [
				deleteWhere(
					drafts,
					sql`${drafts.email} = (SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${owner})
							OR ${drafts.id} IN (SELECT ${checkouts.draftId} FROM ${checkouts} WHERE ${checkouts.clientId} IN ${owned})`,
				),
				updateWhere(
					checkouts,
					{
						...former,
						createdByUserId: null,
						...noNotes,
						discountReason: sql`CASE WHEN ${checkouts.discountReason} IS NOT NULL THEN '' END`,
					},
					inArray(checkouts.clientId, owned),
				),
				// The shop's own words may name the customer.
				updateWhere(
					appointments,
					{
						cancellationReason: sql`CASE WHEN ${appointments.cancellationReason} IS NOT NULL THEN '' END`,
						...noNotes,
					},
					inArray(appointments.clientId, owned),
				),
				// A problem keeps its kind, which is the shop's too.
				updateWhere(
					appointmentProblems,
					{ words: '', answer: sql`CASE WHEN ${appointmentProblems.answer} IS NOT NULL THEN '' END` },
					sql`${appointmentProblems.appointmentId} IN (SELECT ${appointments.id} FROM ${appointments} WHERE ${appointments.clientId} IN ${owned})`,
				),
				updateWhere(
					reviews,
					{ comment: '', reply: null, repliedAt: null },
					sql`${reviews.appointmentId} IN (SELECT ${appointments.id} FROM ${appointments} WHERE ${appointments.clientId} IN ${owned})`,
				),
				updateWhere(clients, { ...former, shopNote: null, userId: null }, sql`${clients.userId} = ${owner}`),
			]
		},
	}
}

/** As a table of a FROM, one row a shop. */
function selectOwnClients(actor: Actor): SQL {
	return sql`(SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actor)}) ${clients}`
}
