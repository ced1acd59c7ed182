import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { messageTopics } from '#app/kernel/vocabulary/messaging.ts'
import { id, instantColumn, mailbox, oneOf } from './columns.ts'
import { sessions } from './identity.ts'

/** Written in the batch of their event, so that neither exists alone. */
export const outbox = sqliteTable(
	'outbox',
	{
		id: id(),
		kind: text('kind').notNull(),
		/** A repeated write queues one message: 'booked:<appointment id>'. */
		dedupeKey: text('dedupe_key').notNull().unique(),
		recipientEmail: text('recipient_email'),
		mailbox: mailbox('mailbox', 'recipient_email'),
		recipientPhone: text('recipient_phone'),
		/** Null for a guest. */
		userId: text('user_id'),
		/** JSON: what cannot be read when the message is sent. */
		payload: text('payload').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		sentAt: instantColumn('sent_at'),
		attemptCount: integer('attempt_count').notNull().default(0),
		nextAttemptAt: instantColumn('next_attempt_at').notNull(),
		/** The shop that made the booking, while nothing is paid and the address is unproven: its mails are limited. */
		byShopId: text('by_shop_id'),
		/** Not sent: its unproven address or its shop had the mails of the day (D33). */
		withheldAt: instantColumn('withheld_at'),
		/** When it first should have gone out. */
		waitingSince: instantColumn('waiting_since'),
		/** The idempotency key of its batch; null: sent alone. */
		batchKey: text('batch_key'),
	},
	(t) => [
		check('outbox_payload', sql`json_valid(${t.payload})`),
		index('outbox_due').on(t.sentAt, t.nextAttemptAt),
		index('outbox_by_recipient').on(t.recipientEmail),
		index('outbox_by_mailbox').on(t.mailbox),
		index('outbox_by_shop').on(t.byShopId, t.sentAt).where(sql`${t.byShopId} is not null`),
		index('outbox_by_changed_user')
			.on(sql`${t.payload} ->> 'userId'`)
			.where(sql`${t.kind} = 'email_changed'`),
	],
)

/** Written when a message goes out, kept for 90 days. */
export const notifications = sqliteTable(
	'notifications',
	{
		id: id(),
		userId: text('user_id').notNull(),
		kind: text('kind').notNull(),
		title: text('title').notNull(),
		words: text('words').notNull(),
		/** Path and query of its page; never a signed link. */
		path: text('path').notNull(),
		toldAt: instantColumn('told_at').notNull(),
	},
	(t) => [index('notifications_by_user').on(t.userId, t.toldAt)],
)

export const notificationsSeen = sqliteTable('notifications_seen', {
	userId: text('user_id').primaryKey(),
	seenAt: instantColumn('seen_at').notNull(),
})

/** Messages that were switched off: an account's by its id, a guest's by the address. */
export const messageOptOuts = sqliteTable(
	'message_opt_outs',
	{
		/** A user id, or an address as `parseEmail` stores it. */
		subject: text('subject').notNull(),
		topic: text('topic', { enum: messageTopics }).notNull(),
		optedOutAt: instantColumn('opted_out_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.subject, t.topic] }),
		check('message_topic', oneOf(t.topic, messageTopics)),
	],
)

/** For an account while its session lives, or for a guest's one booking. */
export const pushSubscriptions = sqliteTable(
	'push_subscriptions',
	{
		id: id(),
		/** A session is one browser: signing it out anywhere ends its messages too. */
		sessionId: text('session_id')
			.unique('push_subscription_of_session')
			.references(() => sessions.id, { onDelete: 'cascade' }),
		appointmentId: text('appointment_id'),
		/** The push service's address for this browser: it grants sending, so no page shows it. */
		endpoint: text('endpoint').notNull(),
		/** The browser's public key and secret, base64url (RFC 8291). */
		p256dh: text('p256dh').notNull(),
		auth: text('auth').notNull(),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		check('push_subscription_owner', sql`(${t.sessionId} is null) <> (${t.appointmentId} is null)`),
		uniqueIndex('push_subscriptions_by_appointment').on(t.appointmentId, t.endpoint),
	],
)
