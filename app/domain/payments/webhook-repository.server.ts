import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { paymentAttempts, webhookEvents } from '#db/schema/payments.ts'
import { build, builtRead, builtWrite } from '#db/statement.server.ts'

/** An event as it came, after its signature was found right. */
export type ReceivedEvent = {
	id: string
	/** Sent it. */
	provider: string
	dedupeKey: string
	event: string
	/** It reports money that has arrived at the provider. */
	isOfPayment: boolean
	paymentReference: string | null
	objectId: string | null
	/** The body, as it came. */
	payload: string
	now: Instant
}

/** An event that this worker, and no other, may work until its next attempt is due. */
export type TakenEvent = {
	id: string
	provider: string
	event: string
	paymentReference: string | null
	payload: string
	receivedAt: Instant
	attemptCount: number
}

/** A first taker has longer than its calls of the provider and of the database can last; each next one longer still. */
const FIRST_RETRY_MS = 2 * MINUTE_MS
const LONGEST_RETRY_MS = HOUR_MS

const { id, provider, event, paymentReference, payload, receivedAt, attemptCount } = webhookEvents
const takenEvent = { id, provider, event, paymentReference, payload, receivedAt, attemptCount }

export function createWebhookRepository(read: Database['read']) {
	return {
		/**
		 * Keeps an event and takes it in the same write. Of five equal deliveries at once one works it. A later delivery
		 * works it again where it is not done, and where it reported a payment that has not arrived here (F1).
		 */
		takeReceived: ({ now, isOfPayment, ...received }: ReceivedEvent): Statement<TakenEvent[]> =>
			builtRead(
				build
					.insert(webhookEvents)
					.values({
						...received,
						receivedAt: now,
						attemptCount: 1,
						nextAttemptAt: now + FIRST_RETRY_MS,
					})
					.onConflictDoUpdate({
						target: webhookEvents.dedupeKey,
						set: { ...takenAt(now), payload: received.payload, processedAt: null },
						setWhere: sql`CASE WHEN ${webhookEvents.processedAt} IS NULL THEN ${lastTakenAt} + ${FIRST_RETRY_MS} <= ${now}
							ELSE ${isOfPayment ? 1 : 0} AND EXISTS (SELECT 1 FROM ${paymentAttempts}
								WHERE ${paymentAttempts.paymentReference} = ${received.paymentReference}
									AND ${paymentAttempts.status} <> 'paid') END`,
					})
					.returning(takenEvent),
			),

		/** Takes the events that wait, the longest waiting first. */
		takeDue: (now: Instant, limit: number): Statement<TakenEvent[]> =>
			builtRead(
				build
					.update(webhookEvents)
					.set(takenAt(now))
					.where(
						sql`${webhookEvents.id} IN (SELECT ${webhookEvents.id} FROM ${webhookEvents} WHERE ${isWaiting(now)}
							ORDER BY ${webhookEvents.nextAttemptAt} LIMIT ${limit})`,
					)
					.returning(takenEvent),
			),

		/** The row stays, so that its event is not worked again. The payload goes, since it says who paid. */
		markProcessed: (id: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(webhookEvents)
					.set({ processedAt: now, payload: '' })
					.where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt))),
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeProcessedBefore: (processedBefore: Instant): Statement<number> =>
			deleteSlice(webhookEvents, lte(webhookEvents.processedAt, processedBefore)),

		/** How many events were received and not processed yet. */
		async countUnprocessed(): Promise<number> {
			const [unprocessed] = await read(
				builtRead(
					build.select({ count: count() }).from(webhookEvents).where(isNull(webhookEvents.processedAt)),
				),
			)
			return unprocessed?.count ?? 0
		},
	}
}

function pauseAfter(attempts: SQL): SQL {
	return sql`min(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * (1 << min(${attempts}, 20)))`
}

/** An event that is due at `nextAttemptAt` was taken one pause before. */
const lastTakenAt = sql`${webhookEvents.nextAttemptAt} - ${pauseAfter(sql`${attemptCount} - 1`)}`

/** The write that takes an event also says when it is due again (as docs/decisions/011 does for messages). */
function takenAt(now: Instant) {
	return {
		attemptCount: sql`${attemptCount} + 1`,
		nextAttemptAt: sql`${now} + ${pauseAfter(sql`${attemptCount}`)}`,
	}
}

function isWaiting(now: Instant): SQL {
	return sql`${webhookEvents.processedAt} IS NULL AND ${webhookEvents.nextAttemptAt} <= ${now}`
}
