import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant } from './columns.ts'

/** Messages to send, written in the same batch as what they tell, so that neither exists without the other. */
export const outbox = sqliteTable(
	'outbox',
	{
		id: id(),
		/** 'booked' and later kinds. */
		kind: text('kind').notNull(),
		/** Unique, so that a repeated write queues one message: 'booked:<appointment id>'. */
		dedupeKey: text('dedupe_key').notNull().unique(),
		recipientEmail: text('recipient_email'),
		recipientPhone: text('recipient_phone'),
		/** JSON: what the message needs beside what can be read when it is sent. */
		payload: text('payload').notNull(),
		createdAt: instant('created_at').notNull(),
		sentAt: instant('sent_at'),
		attemptCount: integer('attempt_count').notNull().default(0),
		nextAttemptAt: instant('next_attempt_at').notNull(),
		/** Set by a trigger: not sent, because this unproven address had its mails of the day (D33). */
		withheldAt: instant('withheld_at'),
	},
	(t) => [
		check('outbox_payload', sql`json_valid(${t.payload})`),
		index('outbox_due').on(t.sentAt, t.nextAttemptAt),
		index('outbox_by_recipient').on(t.recipientEmail),
	],
)
