import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { bookedAhead } from '#db/booked-ahead.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { checkoutsOfGuest, isForgotten } from '#db/leaving-guest.server.ts'
import { appointmentProblems, appointments, checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { outbox } from '#db/schema/messaging.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { build, builtRead, builtWrite, insertFrom, prepared, rawWrite } from '#db/statement.server.ts'
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, NO_MORE_ATTEMPTS_AT } from './delivery-times.ts'
import { queuing, withholdDue } from './mail-ceiling-repository.server.ts'

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

/** A message that this deliverer, and no other, may send until its next attempt is due. */
export type ClaimedMessage = {
	id: string
	kind: string
	dedupeKey: string
	recipientEmail: string | null
	/** The account that it is for; null for a guest. */
	userId: string | null
	/** Whose choice of messages counts: an account, by its id, or else the address. */
	chooser: string | null
	/** What they do not want to be sent. */
	unwantedTopics: MessageTopic[]
	/** As it was queued: checked by its reader. */
	payload: string
	createdAt: Instant
	/** The key of the batch in which it was sent before; null: in none. */
	batchKey: string | null
}

/** A message that failed is tried again within the hour; one that will never be sent is due at the end of time. */
const SOON_MS = DAY_MS

const waitingMessages = prepared(
	build
		.select({ count: count() })
		.from(outbox)
		.where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, sql.placeholder('soonAt')))),
)

/** The instant at which a message was due first: attempts that failed do not make it younger. */
const dueSince = sql<Instant>`coalesce(${outbox.waitingSince}, ${outbox.nextAttemptAt})`

const lateMessages = prepared(
	build
		.select({ count: count(), since: sql<Instant | null>`min(${dueSince})` })
		.from(outbox)
		.where(
			and(
				isNull(outbox.sentAt),
				lte(outbox.nextAttemptAt, sql.placeholder('latestAt')),
				lte(dueSince, sql.placeholder('dueBefore')),
			),
		),
)

/** The conflict that says that a message was queued before. */
const onceForItsKey = sql`ON CONFLICT (${sql.identifier(outbox.dedupeKey.name)}) DO NOTHING`

export function createOutboxRepository(read: Database['read']) {
	return {
		/** Belongs in the batch of what it tells, so that neither exists without the other. */
		insertMessage: ({ now, dueAt = now, payload, userId, ...message }: NewMessage): Statement[] =>
			queuing(
				message.id,
				builtWrite(
					build.insert(outbox).values({
						...message,
						userId:
							userId !== undefined
								? userId
								: 'appointmentId' in payload
									? accountOfAppointment(sql`${payload.appointmentId}`)
									: null,
						payload: JSON.stringify(payload),
						createdAt: now,
						nextAttemptAt: dueAt,
					}),
				),
			),

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
			queuing(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind,
						dedupeKey,
						...contactOfCheckout,
						userId: accountOfAppointment(sql`${appointments.id}`),
						payload: sql`json_set(${JSON.stringify({ ...facts, ...(isByShop ? { isByShop } : {}) })}, '$.appointmentId', ${appointments.id})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
						WHERE ${appointments.id} = ${appointmentId} AND (${kind} <> 'cancelled' OR ${appointments.cancelledAt} = ${now})
							AND (${kind} <> 'claim_link' OR ${accountOfAppointment(sql`${appointments.id}`)} IS NULL)
						${onceForItsKey}`,
				),
			),

		/** The receipt of a booking, to the contact that booked it. */
		insertAppointmentReceipt: ({
			id,
			appointmentId,
			dedupeKey,
			now,
		}: Pick<ChangeMessage, 'id' | 'appointmentId' | 'dedupeKey' | 'now'>): Statement[] =>
			queuing(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind: 'receipt',
						dedupeKey,
						...contactOfCheckout,
						userId: accountOfAppointment(sql`${appointments.id}`),
						payload: sql`json_object('appointmentId', ${appointments.id})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
						WHERE ${appointments.id} = ${appointmentId} ${onceForItsKey}`,
				),
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
			followUp: { kind: 'message' },
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
			return queuing(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind,
						dedupeKey: `${kind.replace('_', '-')}:${id}`,
						recipientEmail: email,
						recipientPhone: null,
						payload: sql`json_object('email', ${email})`,
						createdAt: now,
						nextAttemptAt: now,
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
			return queuing(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind,
						dedupeKey: `${kind.replaceAll('_', '-')}:${onceFor}`,
						...contactOfCheckout,
						userId: sql`${checkouts.createdByUserId}`,
						payload: sql`json_object('paymentReference', ${paymentAttempts.paymentReference}, 'part', ${part})`,
						createdAt: now,
						nextAttemptAt: dueAt,
					},
					sql`FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
						WHERE ${paymentAttempts.paymentReference} = ${paymentReference} ${onceForItsKey}`,
				),
			)
		},

		/**
		 * Takes due messages, new ones before those that failed. The write that takes them also sets when they are due
		 * again: two deliverers never hold the same one, and a crash only delays it (docs/decisions/011).
		 */
		claimDue: (now: Instant, limit: number): Statement<ClaimedMessage[]> =>
			claim(
				now,
				sql`${outbox.sentAt} IS NULL AND ${outbox.nextAttemptAt} <= ${now} AND ${outbox.batchKey} IS NULL
					ORDER BY ${outbox.attemptCount} > 0, ${outbox.nextAttemptAt} LIMIT ${limit}`,
			),

		/** Takes the batch that is due first, whole: its key stands for exactly these messages (docs/decisions/071). */
		claimDueBatch: (now: Instant): Statement<ClaimedMessage[]> =>
			claim(
				now,
				sql`${outbox.sentAt} IS NULL AND ${outbox.nextAttemptAt} <= ${now + LONGEST_RETRY_MS} AND ${outbox.batchKey} = (
					SELECT first.batch_key FROM ${outbox} first
					WHERE first.sent_at IS NULL AND first.next_attempt_at <= ${now} AND first.batch_key IS NOT NULL
					ORDER BY first.next_attempt_at LIMIT 1)`,
			),

		/** Before they are sent: a repeat after a lost answer is the same batch. */
		joinBatch: (ids: readonly string[], batchKey: string): Statement<number> =>
			builtWrite(build.update(outbox).set({ batchKey }).where(areUnsent(ids))),

		/** A batch that the provider refused as a whole: each goes alone. */
		leaveBatch: (ids: readonly string[]): Statement<number> =>
			builtWrite(build.update(outbox).set({ batchKey: null }).where(areUnsent(ids))),

		withholdDue,

		markSent: (id: string, now: Instant): Statement<number> =>
			builtWrite(build.update(outbox).set({ sentAt: now }).where(isUnsent(id))),

		/** A message that would disturb its reader now: it is due at `until`. */
		postpone: (id: string, until: Instant): Statement<number> =>
			builtWrite(build.update(outbox).set({ nextAttemptAt: until, waitingSince: null }).where(isUnsent(id))),

		/** A message that was claimed and not tried: it is due at `until`, and no attempt counts. */
		putBack: (id: string, until: Instant): Statement<number> =>
			builtWrite(
				build
					.update(outbox)
					.set({ attemptCount: sql`${outbox.attemptCount} - 1`, nextAttemptAt: until })
					.where(isUnsent(id)),
			),

		/** The row stays, so that what was queued once is never queued again. */
		markNeverToBeSent: (id: string): Statement<number> =>
			builtWrite(build.update(outbox).set({ nextAttemptAt: NO_MORE_ATTEMPTS_AT }).where(isUnsent(id))),

		/**
		 * All messages to the addresses of an account that is gone, sent or not; none to an address that another account
		 * has by now (S18).
		 */
		/** What went to a guest's address that nothing carries any more, and that no account has. */
		deleteMessagesToGuest: (email: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${outbox} WHERE recipient_email = ${email} AND ${isForgotten(email)}`),

		/** For the operator alone: it walks through the messages of some months. */
		deleteMessagesToPhone: (phone: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${outbox} WHERE recipient_email IS NULL AND recipient_phone = ${phone}
				AND NOT EXISTS (SELECT 1 FROM ${checkoutsOfGuest({ phone })})`),

		deleteMessagesTo: (emails: readonly string[]): Statement<number> =>
			builtWrite(
				build.delete(outbox).where(
					sql`${outbox.recipientEmail} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))
							AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${outbox.recipientEmail})`,
				),
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeSentBefore: (sentBefore: Instant): Statement<number> =>
			deleteSlice(outbox, lte(outbox.sentAt, sentBefore)),

		/** Dropped and withheld messages. */
		purgeNeverSentBefore: (createdBefore: Instant): Statement<number> =>
			deleteSlice(
				outbox,
				and(
					isNull(outbox.sentAt),
					eq(outbox.nextAttemptAt, NO_MORE_ATTEMPTS_AT),
					lte(outbox.createdAt, createdBefore),
				),
			),

		/** How many messages are still to go out, some of them a little later. */
		async countWaiting(now: Instant): Promise<number> {
			const [waiting] = await read(waitingMessages({ soonAt: now + SOON_MS }))
			return waiting?.count ?? 0
		},

		/** How many messages should have gone out before `dueBefore`, and since when the first of them waits. */
		async countLate(dueBefore: Instant, now: Instant): Promise<{ count: number; since: Instant | null }> {
			const [late] = await read(lateMessages({ dueBefore, latestAt: now + LONGEST_RETRY_MS }))
			return late ?? { count: 0, since: null }
		},
	}
}

/** Takes the messages of this condition until their next attempt is due. */
function claim(now: Instant, which: SQL): Statement<ClaimedMessage[]> {
	return builtRead(
		build
			.update(outbox)
			.set({
				attemptCount: sql`${outbox.attemptCount} + 1`,
				nextAttemptAt: retryAt(now),
				waitingSince: dueSince,
			})
			.where(sql`${outbox.id} IN (SELECT ${outbox.id} FROM ${outbox} WHERE ${which})`)
			.returning({
				id: outbox.id,
				kind: outbox.kind,
				dedupeKey: outbox.dedupeKey,
				recipientEmail: outbox.recipientEmail,
				userId: outbox.userId,
				chooser: sql<string | null>`${chooser}`,
				unwantedTopics: sql<MessageTopic[]>`(
					SELECT json_group_array(topic) FROM message_opt_outs WHERE subject = ${chooser}
				)`.mapWith((topics) => JSON.parse(String(topics))),
				payload: outbox.payload,
				createdAt: outbox.createdAt,
				batchKey: outbox.batchKey,
			}),
	)
}

/** Whom a message about a booking or a payment goes to. */
const contactOfCheckout = {
	recipientEmail: sql`${checkouts.email}`,
	recipientPhone: sql`${checkouts.phone}`,
}

/** A guest's message counts as that of the account which has proved the address since. */
const chooser = sql`coalesce(outbox.user_id, (
	SELECT id FROM users WHERE email = outbox.recipient_email AND email_verified_at IS NOT NULL
), outbox.recipient_email)`

/** The account that an appointment was booked for; null for a guest's. */
function accountOfAppointment(appointmentId: SQL): SQL<string | null> {
	return sql`(SELECT holder.user_id FROM ${appointments} visit JOIN ${clients} holder ON holder.id = visit.client_id
		WHERE visit.id = ${appointmentId})`
}

/** Twice as long after each failure. */
function retryAt(now: Instant): SQL {
	return sql`${now} + min(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * (1 << min(${outbox.attemptCount}, 20)))`
}

function areUnsent(ids: readonly string[]): SQL | undefined {
	return and(
		sql`${outbox.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
		isNull(outbox.sentAt),
	)
}

function isUnsent(id: string): SQL | undefined {
	return and(eq(outbox.id, id), isNull(outbox.sentAt))
}
