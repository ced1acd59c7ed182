import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteInsertValue } from 'drizzle-orm/sqlite-core'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { bookedAhead } from '#db/booked-ahead.server.ts'
import { checkoutsOfGuest } from '#db/leaving-guest.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { shops } from '#db/schema/discovery.ts'
import { outbox } from '#db/schema/messaging.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { build, builtRead, builtWrite, insertFrom } from '#db/statement.server.ts'
import { queuing, queuingLater, queuingSecretly, shopBehind } from './mail-ceiling-repository.server.ts'

/** A message, and to whom. What can be read when it is sent is not copied into it. */
export type NewMessage = {
	id: string
	/** One of the kinds that delivery knows; a message of another kind waits. */
	kind: string
	/** A second message with this key is not queued. */
	dedupeKey: string
	recipientEmail: string | null
	recipientPhone: string | null
	/** The account that it is for. Left out, it is that of the appointment that the payload names. */
	userId?: string | null
	/** Not before then: whether it is still true is looked up when it is sent. At once, if left out. */
	dueAt?: Instant
	/** Checked by the schema of its kind when it is sent. */
	payload: object
	now: Instant
}

/** A message to the booker about a change. */
export type ChangeMessage = Pick<NewMessage, 'id' | 'dedupeKey' | 'now'> & {
	kind: 'cancelled' | 'moved' | 'changed' | 'problem_answered' | 'claim_link'
	/** What it tells beside the visit as it is then. */
	facts?: object
	/** The shop did it, not the customer: then it waits for the end of the quiet hours. */
	isByShop?: boolean
	appointmentId: string
}

/** A message to the shop about what a customer did with a visit; none where the shop has no address. */
export type ShopMessage = Pick<NewMessage, 'id' | 'now'> & {
	kind:
		| 'shop_booked'
		| 'shop_moved'
		| 'shop_changed'
		| 'shop_cancelled'
		| 'running_late'
		| 'visit_problem_reported'
	/** What it is told of once. */
	onceFor: string
	appointmentId: string
}

/** A message to the payer about one attempt. */
export type PaymentMessage = {
	kind: 'payment_unfinished' | 'other_time_offered' | 'refund_started' | 'refunded'
	paymentReference: string
	/** Of a refund: which, where a difference went back (D53). */
	part?: number
	/** What it is told of once; that try, unless something else is said. */
	onceFor?: string
	/** Not before then: whether there is still something to tell is looked up when it is sent. At once, if left out. */
	dueAt?: Instant
	now: Instant
}

/** The conflict that says that a message was queued before. */
const onceForItsKey = sql`ON CONFLICT (${sql.identifier(outbox.dedupeKey.name)}) DO NOTHING`

/** Queues messages: each belongs in the batch of what it tells, so that neither exists without the other. */
export function createMessageQueueRepository() {
	return {
		insertMessage({ now, dueAt = now, payload, userId, ...message }: NewMessage): Statement[] {
			const insert = builtWrite(
				build
					.insert(outbox)
					.values({
						...message,
						userId:
							userId !== undefined
								? userId
								: 'appointmentId' in payload
									? accountOfAppointment(sql`${payload.appointmentId}`)
									: null,
						byShopId: shopBehindPayload(payload),
						payload: JSON.stringify(payload),
						createdAt: now,
						nextAttemptAt: dueAt,
					})
					// A batch whose answer was lost is sent again, and finds its own message.
					.onConflictDoNothing(),
			)
			return dueAt > now ? queuingLater(message.id, insert) : queuing(message.id, insert)
		},

		/**
		 * A message about a change goes to the contact of the booking, which pages never carry. A cancellation is told
		 * only by the batch that made it (its `now` is the instant of the cancellation), and each key once, however often
		 * it is sent.
		 */
		insertChangeMessage: ({
			id,
			kind,
			dedupeKey,
			appointmentId,
			isByShop = false,
			facts = {},
			now,
		}: ChangeMessage): Statement[] =>
			queueFrom(
				{
					id,
					kind,
					dedupeKey,
					...contactOfCheckout,
					userId: accountOfAppointment(sql`${appointments.id}`),
					payload: sql`json_set(${JSON.stringify({ ...facts, ...(isByShop ? { isByShop } : {}) })}, '$.appointmentId', ${appointments.id})`,
					now,
				},
				sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
						WHERE ${appointments.id} = ${appointmentId} AND (${kind} <> 'cancelled' OR ${appointments.cancelledAt} = ${now})
							AND (${kind} <> 'claim_link' OR ${accountOfAppointment(sql`${appointments.id}`)} IS NULL)
						${onceForItsKey}`,
			),

		/** The receipt of a booking, to the contact that booked it. */
		insertAppointmentReceipt: ({
			id,
			appointmentId,
			dedupeKey,
			now,
		}: Pick<ChangeMessage, 'id' | 'appointmentId' | 'dedupeKey' | 'now'>): Statement[] =>
			queueFrom(
				{
					id,
					kind: 'receipt',
					dedupeKey,
					...contactOfCheckout,
					userId: accountOfAppointment(sql`${appointments.id}`),
					payload: sql`json_object('appointmentId', ${appointments.id})`,
					now,
				},
				sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
						WHERE ${appointments.id} = ${appointmentId} ${onceForItsKey}`,
			),

		/** A receipt of an account, to its own address. */
		insertAccountReceipt: ({
			id,
			userId,
			email,
			dedupeKey,
			payload,
			now,
		}: Pick<NewMessage, 'id' | 'dedupeKey' | 'payload' | 'now'> & {
			userId: string
			email: string
		}): Statement[] =>
			queuing(
				id,
				builtWrite(
					build
						.insert(outbox)
						.values({
							id,
							kind: 'receipt',
							dedupeKey,
							recipientEmail: email,
							recipientPhone: null,
							userId,
							payload: JSON.stringify(payload),
							createdAt: now,
							nextAttemptAt: now,
						})
						.onConflictDoNothing({ target: outbox.dedupeKey }),
				),
			),

		/** Whether a message was queued, and withheld; nothing for one whose key was there before. */
		standingOf: (id: string): Statement<{ withheldAt: Instant | null }[]> =>
			builtRead(build.select({ withheldAt: outbox.withheldAt }).from(outbox).where(eq(outbox.id, id))),

		/**
		 * The operator has set the shop's address, so no ceiling of unproven addresses withholds it. A cancellation,
		 * being late and what was wrong are told only by the batch that made them true.
		 */
		insertShopMessage: ({ id, kind, onceFor, appointmentId, now }: ShopMessage): Statement => ({
			...insertFrom(
				outbox,
				{
					id,
					kind,
					dedupeKey: `${kind.replaceAll('_', '-')}:${onceFor}`,
					recipientEmail: sql`${shops.email}`,
					recipientPhone: null,
					payload: sql`json_object('appointmentId', ${appointments.id})`,
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${appointments} JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
					WHERE ${appointments.id} = ${appointmentId} AND ${shops.email} IS NOT NULL
						AND (${kind} <> 'shop_cancelled' OR ${appointments.cancelledAt} = ${now})
						AND (${kind} <> 'running_late' OR ${appointments.lateToldAt} = ${now})
						AND (${kind} <> 'visit_problem_reported'
							OR EXISTS (SELECT 1 FROM ${appointmentProblems} WHERE ${appointmentProblems.id} = ${onceFor})) ${onceForItsKey}`,
			),
			followUp: { kind: 'message', messageId: id },
		}),

		/**
		 * To an address that guests booked with: the links of upcoming bookings, or the link that erases them. Nothing
		 * where there is no such booking.
		 */
		insertMessageToGuest(
			kind: 'booking_links' | 'erasure_link',
			{ email, now }: { email: string; now: Instant },
		): Statement[] {
			const id = newId()
			const booked = kind === 'booking_links' ? bookedAhead(email, now) : checkoutsOfGuest({ email })
			return queuingSecretly(
				id,
				rowFrom(
					{
						id,
						kind,
						dedupeKey: `${kind.replace('_', '-')}:${id}`,
						recipientEmail: email,
						recipientPhone: null,
						payload: sql`json_object('email', ${email})`,
						now,
					},
					sql`WHERE EXISTS (SELECT 1 FROM ${booked})`,
				),
			)
		},

		/** To the contact of the checkout that the try is for, which pages never carry; told once. */
		insertPaymentMessage({
			kind,
			paymentReference,
			part = 0,
			onceFor = paymentReference,
			now,
			dueAt = now,
		}: PaymentMessage): Statement[] {
			const id = newId()
			return queueFrom(
				{
					id,
					kind,
					dedupeKey: `${kind.replaceAll('_', '-')}:${onceFor}`,
					...contactOfCheckout,
					userId: sql`${checkouts.createdByUserId}`,
					payload: sql`json_object('paymentReference', ${paymentAttempts.paymentReference}, 'part', ${part})`,
					now,
					dueAt,
				},
				sql`FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
						WHERE ${paymentAttempts.paymentReference} = ${paymentReference} ${onceForItsKey}`,
			)
		},
	}
}

/** Whom a message about a booking or a payment goes to, and which shop it counts for. */
const contactOfCheckout = {
	recipientEmail: sql`${checkouts.email}`,
	recipientPhone: sql`${checkouts.phone}`,
	byShopId: shopBehind(sql`${checkouts.id}`),
}

/** The shop that a message about this appointment or checkout counts for. */
function shopBehindPayload(payload: object): SQL<string | null> | null {
	if ('checkoutId' in payload) return shopBehind(sql`${payload.checkoutId}`)
	if (!('appointmentId' in payload)) return null
	return shopBehind(
		sql`(SELECT booked.checkout_id FROM appointments booked WHERE booked.id = ${payload.appointmentId})`,
	)
}

/** The account that an appointment was booked for; null for a guest's. */
function accountOfAppointment(appointmentId: SQL): SQL<string | null> {
	return sql`(SELECT holder.user_id FROM ${appointments} visit JOIN ${clients} holder ON holder.id = visit.client_id
		WHERE visit.id = ${appointmentId})`
}

type MessageRow = Omit<SQLiteInsertValue<typeof outbox>, 'id' | 'createdAt' | 'nextAttemptAt'> &
	Pick<NewMessage, 'id' | 'dueAt' | 'now'>

/** Queues a message where `source` finds what it tells, and none where it finds nothing. */
function queueFrom(row: MessageRow, source: SQL): Statement[] {
	const { id, now, dueAt = now } = row
	const insert = rowFrom(row, source)
	return dueAt > now ? queuingLater(id, insert) : queuing(id, insert)
}

function rowFrom({ now, dueAt = now, ...message }: MessageRow, source: SQL): Statement {
	return insertFrom(outbox, { ...message, createdAt: now, nextAttemptAt: dueAt }, source)
}
