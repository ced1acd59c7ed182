import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { checkoutsOfGuest, isForgotten } from '#db/leaving.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { users } from '#db/schema/identity.ts'
import { outbox } from '#db/schema/messaging.ts'
import { build, builtRead, deleteWhere, prepared, rawWrite, updateWhere } from '#db/statement.server.ts'
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, NO_MORE_ATTEMPTS_AT } from './ladder.ts'
import { withholdDue } from './mail-ceiling-repository.server.ts'

/** A message that only this deliverer may send until its next attempt is due. */
export type ClaimedMessage = {
	id: string
	kind: string
	dedupeKey: string
	recipientEmail: string | null
	recipientPhone: string | null
	/** Null for a guest. */
	userId: string | null
	/** Whose choice of topics counts: an account's id, else the email. */
	chooser: string | null
	unwantedTopics: MessageTopic[]
	/** As it was queued, unchecked. */
	payload: string
	createdAt: Instant
	/** This attempt included. */
	attemptCount: number
	/** Of the batch in which it was sent before; null: in none. */
	batchKey: string | null
}

/** A failed message is due within the hour, a dropped one at `NO_MORE_ATTEMPTS_AT`. */
const SOON_MS = DAY_MS

const waitingMessages = prepared(() =>
	build
		.select({ count: count() })
		.from(outbox)
		.where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, sql.placeholder('soonAt')))),
)

/** The first due time: failed attempts do not change it. */
const dueSince = sql<Instant>`coalesce(${outbox.waitingSince}, ${outbox.nextAttemptAt})`

const lateMessages = prepared(() =>
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

/** Claims due messages, and keeps their outcome. */
export function createMessageDeliveryRepository(read: Database['read']) {
	return {
		/**
		 * New messages before failed ones. The claim also sets the next due time: two deliverers never hold one message,
		 * and a crash only delays it (docs/decisions/011). `kinds`: null for all.
		 */
		claimDue: (
			now: Instant,
			limit: number,
			kinds: readonly string[] | null = null,
		): Statement<ClaimedMessage[]> =>
			claim(
				now,
				sql`${outbox.sentAt} IS NULL AND ${outbox.nextAttemptAt} <= ${now} AND ${outbox.batchKey} IS NULL ${ofKinds(kinds)}
					ORDER BY ${outbox.attemptCount} > 0, ${outbox.nextAttemptAt} LIMIT ${limit}`,
			),

		/**
		 * Stands last in a batch that queues these messages, so that no other deliverer sees them as due. Gives the ones
		 * that are due and not withheld.
		 */
		claimQueued: (
			ids: readonly string[],
			now: Instant,
			kinds: readonly string[] | null = null,
		): Statement<ClaimedMessage[]> =>
			claim(
				now,
				sql`${areUnsent(ids)} AND ${outbox.nextAttemptAt} <= ${now} AND ${outbox.batchKey} IS NULL ${ofKinds(kinds)}`,
			),

		/** Claims the first due batch whole: its key stands for exactly these messages (docs/decisions/011). */
		claimDueBatch: (now: Instant): Statement<ClaimedMessage[]> =>
			claim(
				now,
				sql`${outbox.sentAt} IS NULL AND ${outbox.nextAttemptAt} <= ${now + LONGEST_RETRY_MS} AND ${outbox.batchKey} = (
					SELECT first.batch_key FROM ${outbox} first
					WHERE first.sent_at IS NULL AND first.next_attempt_at <= ${now} AND first.batch_key IS NOT NULL
					ORDER BY first.next_attempt_at LIMIT 1)`,
			),

		/** Before the batch is sent: a repeat after a lost answer is the same batch. */
		joinBatch: (ids: readonly string[], batchKey: string): Statement<number> =>
			updateWhere(outbox, { batchKey }, areUnsent(ids)),

		/** The provider refused the batch as a whole: each message goes alone. */
		leaveBatch: (ids: readonly string[]): Statement<number> =>
			updateWhere(outbox, { batchKey: null }, areUnsent(ids)),

		withholdDue,

		markSent: (id: string, now: Instant): Statement<number> =>
			updateWhere(outbox, { sentAt: now }, isUnsent(id)),

		/** The message would disturb its reader before `until`. */
		postpone: (id: string, until: Instant): Statement<number> =>
			updateWhere(outbox, { nextAttemptAt: until, waitingSince: null }, isUnsent(id)),

		/** A claimed message that was not tried: no attempt counts. */
		putBack: (id: string, until: Instant): Statement<number> =>
			updateWhere(
				outbox,
				{ attemptCount: sql`${outbox.attemptCount} - 1`, nextAttemptAt: until },
				isUnsent(id),
			),

		/** The row stays, so that the same key is never queued again. */
		markNeverToBeSent: (id: string): Statement<number> =>
			updateWhere(outbox, { nextAttemptAt: NO_MORE_ATTEMPTS_AT }, isUnsent(id)),

		/** Due now or later. */
		async countWaiting(now: Instant): Promise<number> {
			const [waiting] = await read(waitingMessages({ soonAt: now + SOON_MS }))
			return waiting?.count ?? 0
		},

		/** Messages that should have gone out before `dueBefore`, and the first one's due time. */
		async countLate(dueBefore: Instant, now: Instant): Promise<{ count: number; since: Instant | null }> {
			const [late] = await read(lateMessages({ dueBefore, latestAt: now + LONGEST_RETRY_MS }))
			return late ?? { count: 0, since: null }
		},
	}
}

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
				...pickColumns(outbox, 'id', 'kind', 'dedupeKey', 'recipientEmail', 'recipientPhone', 'userId'),
				chooser: sql<string | null>`${chooser}`,
				unwantedTopics: sql<MessageTopic[]>`(
					SELECT json_group_array(topic) FROM message_opt_outs WHERE subject = ${chooser}
				)`.mapWith((topics) => JSON.parse(String(topics))),
				...pickColumns(outbox, 'payload', 'createdAt', 'attemptCount', 'batchKey'),
			}),
	)
}

function ofKinds(kinds: readonly string[] | null): SQL {
	return kinds === null
		? sql``
		: sql`AND ${outbox.kind} IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`
}

/** A guest's message follows the choice of an account that has proved the email since. */
const chooser = sql`coalesce(outbox.user_id, (
	SELECT id FROM users WHERE email = outbox.recipient_email AND email_verified_at IS NOT NULL
), outbox.recipient_email)`

/** Doubles after each failure. */
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

/** Deletes messages of people who leave, and old messages. */
export function createMessageDeletionRepository() {
	return {
		/** Sent or not, to a deleted account's emails; none to an email that another account has by now (S18). */
		deleteMessagesTo: (emails: readonly string[]): Statement<number> =>
			deleteWhere(
				outbox,
				sql`${outbox.recipientEmail} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))
					AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${outbox.recipientEmail})`,
			),

		/** To a guest's email that no booking and no account has any more. */
		deleteMessagesToGuest: (email: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${outbox} WHERE recipient_email = ${email} AND ${isForgotten(email)}`),

		/** For the operator alone: it scans the messages of some months. */
		deleteMessagesToPhone: (phone: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${outbox} WHERE recipient_email IS NULL AND recipient_phone = ${phone}
				AND NOT EXISTS (SELECT 1 FROM ${checkoutsOfGuest({ phone })})`),

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
	}
}
