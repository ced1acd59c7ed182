import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteInsertValue } from 'drizzle-orm/sqlite-core'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { bookedAhead } from '#db/appointments.server.ts'
import { checkoutsOfGuest } from '#db/leaving.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { shops } from '#db/schema/discovery.ts'
import { outbox } from '#db/schema/messaging.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { build, builtRead, builtWrite, insertFrom, insertNewRow } from '#db/statement.server.ts'
import {
	onceForItsKey,
	queuing,
	queuingLater,
	queuingSecretly,
	shopBehind,
} from './mail-ceiling-repository.server.ts'

/** A message copies nothing that can be read when it is sent. */
export type NewMessage = {
	id: string
	/** A message waits while delivery does not know its kind. */
	kind: string
	/** A second message with this key is not queued. */
	dedupeKey: string
	recipientEmail: string | null
	recipientPhone: string | null
	/** Left out: the account of the payload's appointment. */
	userId?: string | null
	/** Left out: at once. Delivery checks then whether it is still true. */
	dueAt?: Instant
	/** The schema of the kind checks it at sending. */
	payload: object
	now: Instant
}

/** To the booker, about a change. */
export type ChangeMessage = Pick<NewMessage, 'id' | 'dedupeKey' | 'now'> & {
	kind: 'cancelled' | 'moved' | 'changed' | 'problem_answered' | 'claim_link'
	/** Beside the appointment itself. */
	facts?: object
	/** The shop did it: the message waits for the end of the quiet hours. */
	isByShop?: boolean
	appointmentId: string
}

/** To the shop, about a customer's act; none where the shop has no email. */
export type ShopMessage = Partial<Pick<NewMessage, 'id'>> & {
	now: Instant
	kind:
		| 'shop_booked'
		| 'shop_moved'
		| 'shop_changed'
		| 'shop_cancelled'
		| 'running_late'
		| 'visit_problem_reported'
	/** A second message with this key is not queued. */
	onceFor: string
	appointmentId: string
}

/** To the payer, about one attempt. */
export type PaymentMessage = {
	kind: 'payment_unfinished' | 'other_time_offered' | 'refund_started' | 'refunded'
	paymentReference: string
	/** Of a refund: which part, after a refunded difference (D53). */
	part?: number
	/** Left out: the attempt. */
	onceFor?: string
	/** Left out: at once. Delivery checks then whether it is still true. */
	dueAt?: Instant
	now: Instant
}

/** Each message belongs in the batch of its change, so that neither exists without the other. */
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

		/** To the booking's contact. A cancellation is sent only by the batch that made it, at its `now`. */
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

		/** To the contact of the booking. */
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
				insertNewRow(
					outbox,
					{
						id,
						kind: 'receipt',
						dedupeKey,
						recipientEmail: email,
						recipientPhone: null,
						userId,
						payload: JSON.stringify(payload),
						createdAt: now,
						nextAttemptAt: now,
					},
					outbox.dedupeKey,
				),
			),

		/** Whether this message was withheld; no row where its key was queued before. */
		standingOf: (id: string): Statement<{ withheldAt: Instant | null }[]> =>
			builtRead(build.select({ withheldAt: outbox.withheldAt }).from(outbox).where(eq(outbox.id, id))),

		/**
		 * No ceiling withholds it: the operator has set the shop's email. A cancellation, a delay and a problem are sent
		 * only by the batch that made them.
		 */
		insertShopMessage: ({ id = newId(), kind, onceFor, appointmentId, now }: ShopMessage): Statement => ({
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

		/** Links of upcoming bookings, or the link that erases them. Nothing without such a booking. */
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

		/** To the contact of the attempt's checkout, once. */
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

/** The recipient of a booking's or payment's message, and the shop it counts for. */
const contactOfCheckout = {
	recipientEmail: sql`${checkouts.email}`,
	recipientPhone: sql`${checkouts.phone}`,
	byShopId: shopBehind(sql`${checkouts.id}`),
}

function shopBehindPayload(payload: object): SQL<string | null> | null {
	if ('checkoutId' in payload) return shopBehind(sql`${payload.checkoutId}`)
	if (!('appointmentId' in payload)) return null
	return shopBehind(
		sql`(SELECT booked.checkout_id FROM appointments booked WHERE booked.id = ${payload.appointmentId})`,
	)
}

/** Null for a guest's. */
function accountOfAppointment(appointmentId: SQL): SQL<string | null> {
	return sql`(SELECT holder.user_id FROM ${appointments} visit JOIN ${clients} holder ON holder.id = visit.client_id
		WHERE visit.id = ${appointmentId})`
}

type MessageRow = Omit<SQLiteInsertValue<typeof outbox>, 'id' | 'createdAt' | 'nextAttemptAt'> &
	Pick<NewMessage, 'id' | 'dueAt' | 'now'>

/** Queues nothing where `source` finds nothing. */
function queueFrom(row: MessageRow, source: SQL): Statement[] {
	const { id, now, dueAt = now } = row
	const insert = rowFrom(row, source)
	return dueAt > now ? queuingLater(id, insert) : queuing(id, insert)
}

function rowFrom({ now, dueAt = now, ...message }: MessageRow, source: SQL): Statement {
	return insertFrom(outbox, { ...message, createdAt: now, nextAttemptAt: dueAt }, source)
}
