import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

/** A message, and to whom. What can be read when it is sent is not copied into it. */
export type NewMessage = {
	id: string
	/** What it tells; with the key, what makes it exist once. */
	kind: 'booked'
	dedupeKey: string
	recipientEmail: string | null
	recipientPhone: string | null
	payload: { appointmentId: string }
	now: Instant
}

export function createOutboxRepository() {
	return {
		/** Belongs in the batch of what it tells, so that neither exists without the other. */
		insertMessage: (message: NewMessage): Statement =>
			rawWrite(
				sql`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, recipient_phone, payload, created_at, next_attempt_at)
					VALUES (${message.id}, ${message.kind}, ${message.dedupeKey}, ${message.recipientEmail}, ${message.recipientPhone},
						${JSON.stringify(message.payload)}, ${message.now}, ${message.now})`,
			),
	}
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
