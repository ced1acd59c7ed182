import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { outbox } from '#db/schema/messaging.ts'
import { build, builtRead, builtWrite, prepared } from '#db/statement.server.ts'
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, NO_MORE_ATTEMPTS_AT } from './delivery-times.ts'
import { withholdDue } from './mail-ceiling-repository.server.ts'

/** A message that this deliverer, and no other, may send until its next attempt is due. */
export type ClaimedMessage = {
	id: string
	kind: string
	dedupeKey: string
	recipientEmail: string | null
	recipientPhone: string | null
	/** The account that it is for; null for a guest. */
	userId: string | null
	/** Whose choice of messages counts: an account, by its id, or else the address. */
	chooser: string | null
	/** What they do not want to be sent. */
	unwantedTopics: MessageTopic[]
	/** As it was queued: checked by its reader. */
	payload: string
	createdAt: Instant
	/** This attempt included. */
	attemptCount: number
	/** The key of the batch in which it was sent before; null: in none. */
	batchKey: string | null
}

/** A message that failed is tried again within the hour; one that will never be sent is due at the end of time. */
const SOON_MS = DAY_MS

const waitingMessages = prepared(() =>
	build
		.select({ count: count() })
		.from(outbox)
		.where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, sql.placeholder('soonAt')))),
)

/** The instant at which a message was due first: attempts that failed do not make it younger. */
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

/** Delivers what is queued: takes due messages, and keeps what became of them. */
export function createMessageDeliveryRepository(read: Database['read']) {
	return {
		/**
		 * Takes due messages, new ones before those that failed. The write that takes them also sets when they are due
		 * again: two deliverers never hold the same one, and a crash only delays it (docs/decisions/011). `kinds`: of these
		 * alone; null: of all.
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
		 * The last statement of a batch that queues these messages: they are claimed as they come into being, so that no
		 * other deliverer ever sees them as due. Gives those that were queued, are due and not withheld; of `kinds` alone,
		 * where there are some.
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

		/** Takes the batch that is due first, whole: its key stands for exactly these messages (docs/decisions/011). */
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
				recipientPhone: outbox.recipientPhone,
				userId: outbox.userId,
				chooser: sql<string | null>`${chooser}`,
				unwantedTopics: sql<MessageTopic[]>`(
					SELECT json_group_array(topic) FROM message_opt_outs WHERE subject = ${chooser}
				)`.mapWith((topics) => JSON.parse(String(topics))),
				payload: outbox.payload,
				createdAt: outbox.createdAt,
				attemptCount: outbox.attemptCount,
				batchKey: outbox.batchKey,
			}),
	)
}

function ofKinds(kinds: readonly string[] | null): SQL {
	return kinds === null
		? sql``
		: sql`AND ${outbox.kind} IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`
}

/** A guest's message counts as that of the account which has proved the address since. */
const chooser = sql`coalesce(outbox.user_id, (
	SELECT id FROM users WHERE email = outbox.recipient_email AND email_verified_at IS NOT NULL
), outbox.recipient_email)`

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
