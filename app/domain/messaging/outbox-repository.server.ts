import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

/** A message, and to whom. What can be read when it is sent is not copied into it. */
export type NewMessage = {
	id: string
	/** What it tells; with the key, what makes it exist once. */
	kind: 'booked' | 'cancelled' | 'moved'
	dedupeKey: string
	recipientEmail: string | null
	recipientPhone: string | null
	payload: { appointmentId: string }
	now: Instant
}

/** A message to whoever made a booking, about a change of it. */
export type ChangeMessage = Pick<NewMessage, 'id' | 'dedupeKey' | 'now'> & {
	kind: 'cancelled' | 'moved'
	appointmentId: string
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

		/**
		 * The same for a change, to the contact of the booking, which pages never carry. A cancellation is told only by the
		 * batch that made it (its `now` is the instant of the cancellation), and each key once, however often it is sent.
		 */
		insertChangeMessage: (message: ChangeMessage): Statement =>
			rawWrite(
				sql`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, recipient_phone, payload, created_at, next_attempt_at)
					SELECT ${message.id}, ${message.kind}, ${message.dedupeKey}, checkout.email, checkout.phone,
						json_object('appointmentId', appointment.id), ${message.now}, ${message.now}
					FROM appointments appointment JOIN checkouts checkout ON checkout.id = appointment.checkout_id
					WHERE appointment.id = ${message.appointmentId}
						AND (${message.kind} = 'moved' OR appointment.cancelled_at = ${message.now})
					ON CONFLICT (dedupe_key) DO NOTHING`,
			),
	}
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
