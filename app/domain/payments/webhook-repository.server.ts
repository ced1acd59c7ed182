import { sql } from 'drizzle-orm'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Statement, WrittenRows } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

/** An event as it came, after its signature was found right. */
export type ReceivedEvent = {
	id: string
	dedupeKey: string
	event: string
	reference: string | null
	objectId: string | null
	/** The body, as it came. */
	payload: string
	now: Instant
}

/** An event that this worker, and no other, may work until its next attempt is due. */
export type TakenEvent = { id: string; event: string; payload: string; attemptCount: number }

/** How long a first taker has, more than its calls of Paystack and of the database can last together; then longer each time. */
const FIRST_RETRY_MS = 2 * MINUTE_MS
const LONGEST_RETRY_MS = HOUR_MS

export function createWebhookRepository() {
	return {
		/**
		 * Keeps an event and takes it in the same write. One that is here already is taken only when it is not done and due
		 * again: of five equal deliveries at once one works it, and of one that came after a failure its next delivery.
		 */
		takeReceived: (received: ReceivedEvent): Statement =>
			rawWrite(
				sql`INSERT INTO webhook_events (id, dedupe_key, event, reference, object_id, payload, received_at, attempt_count, next_attempt_at)
					VALUES (${received.id}, ${received.dedupeKey}, ${received.event}, ${received.reference}, ${received.objectId},
						${received.payload}, ${received.now}, 1, ${received.now + FIRST_RETRY_MS})
					ON CONFLICT (dedupe_key) DO UPDATE SET ${taking(received.now)}
						WHERE processed_at IS NULL AND next_attempt_at <= ${received.now}
					RETURNING id, event, payload, attempt_count`,
			),

		/** Takes those that wait, the longest waiting first. */
		takeDue: (now: Instant, limit: number): Statement =>
			rawWrite(
				sql`UPDATE webhook_events SET ${taking(now)}
					WHERE id IN (SELECT id FROM webhook_events WHERE processed_at IS NULL AND next_attempt_at <= ${now}
						ORDER BY next_attempt_at LIMIT ${limit})
					RETURNING id, event, payload, attempt_count`,
			),

		/** What one of these took. */
		taken: (written: WrittenRows | undefined): TakenEvent[] =>
			(written?.rows ?? []).map((row) => ({
				id: String(row.id),
				event: String(row.event),
				payload: String(row.payload),
				attemptCount: Number(row.attempt_count),
			})),

		/** The row stays, so that its event is not worked again; whose payment it was is Paystack's to tell, and goes. */
		markProcessed: (id: string, now: Instant): Statement =>
			rawWrite(
				sql`UPDATE webhook_events SET processed_at = ${now}, payload = '' WHERE id = ${id} AND processed_at IS NULL`,
			),
	}
}

export type WebhookRepository = ReturnType<typeof createWebhookRepository>

/** The write that takes an event also says when it is due again (as docs/decisions/011 does for messages). */
function taking(now: Instant) {
	return sql`attempt_count = attempt_count + 1,
		next_attempt_at = ${now} + min(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * (1 << min(attempt_count, 20)))`
}
