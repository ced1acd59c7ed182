import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { paymentAttempts, webhookEvents } from '#db/schema/payments.ts'
import { build, builtRead, updateWhere } from '#db/statement.server.ts'

export type ReceivedEvent = {
	id: string
	provider: string
	dedupeKey: string
	event: string
	/** It reports arrived money. */
	isOfPayment: boolean
	paymentReference: string | null
	objectId: string | null
	/** The body, as it came. */
	payload: string
	now: Instant
}

/** An event that only this worker may process until its next attempt is due. */
export type TakenEvent = {
	id: string
	provider: string
	event: string
	paymentReference: string | null
	payload: string
	receivedAt: Instant
	attemptCount: number
}

/** Longer than one worker's calls of provider and database; it doubles. */
const FIRST_RETRY_MS = 2 * MINUTE_MS
const LONGEST_RETRY_MS = HOUR_MS

const { id, provider, event, paymentReference, payload, receivedAt, attemptCount } = webhookEvents
const takenEvent = { id, provider, event, paymentReference, payload, receivedAt, attemptCount }

export function createWebhookRepository(read: Database['read']) {
	return {
		/**
		 * Stores and claims an event in one write: of five equal deliveries one is processed. A later one is processed
		 * again where the first is not done, or its payment is missing (F1).
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

		/** The longest waiting first. */
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

		/** The row stays, so that its event is not processed again. The payload names the payer, and goes. */
		markProcessed: (id: string, now: Instant): Statement<number> =>
			updateWhere(
				webhookEvents,
				{ processedAt: now, payload: '' },
				and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)),
			),

		purgeProcessedBefore: (processedBefore: Instant): Statement<number> =>
			deleteSlice(webhookEvents, lte(webhookEvents.processedAt, processedBefore)),

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

/** An event was claimed one pause before `nextAttemptAt`. */
const lastTakenAt = sql`${webhookEvents.nextAttemptAt} - ${pauseAfter(sql`${attemptCount} - 1`)}`

/** The claim also sets when it is due again, as docs/decisions/011 does for messages. */
function takenAt(now: Instant) {
	return {
		attemptCount: sql`${attemptCount} + 1`,
		nextAttemptAt: sql`${now} + ${pauseAfter(sql`${attemptCount}`)}`,
	}
}

function isWaiting(now: Instant): SQL {
	return sql`${webhookEvents.processedAt} IS NULL AND ${webhookEvents.nextAttemptAt} <= ${now}`
}
