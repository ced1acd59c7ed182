import { sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement, WrittenRows } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, NO_MORE_ATTEMPTS_AT } from './delivery-times.ts'
import { type QueuingStatement, queuing } from './queuing-statement.server.ts'

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

/** A message to whoever pays, about one try to pay. */
export type PaymentMessage = {
	kind: 'payment_unfinished' | 'other_time_offered' | 'refund_started' | 'refunded'
	reference: string
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
	/** As it was queued: checked by whoever reads it. */
	payload: string
	createdAt: Instant
}

export function createOutboxRepository() {
	return {
		/** Belongs in the batch of what it tells, so that neither exists without the other. */
		insertMessage: (message: NewMessage): QueuingStatement =>
			queuing(
				rawWrite(sql`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, recipient_phone, payload, created_at, next_attempt_at)
					VALUES (${message.id}, ${message.kind}, ${message.dedupeKey}, ${message.recipientEmail}, ${message.recipientPhone},
						${JSON.stringify(message.payload)}, ${message.now}, ${message.now})`),
			),

		/**
		 * The same for a change, to the contact of the booking, which pages never carry. A cancellation is told only by the
		 * batch that made it (its `now` is the instant of the cancellation), and each key once, however often it is sent.
		 */
		insertChangeMessage: (message: ChangeMessage): QueuingStatement =>
			queuing(
				rawWrite(sql`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, recipient_phone, payload, created_at, next_attempt_at)
					SELECT ${message.id}, ${message.kind}, ${message.dedupeKey}, checkout.email, checkout.phone,
						json_object('appointmentId', appointment.id), ${message.now}, ${message.now}
					FROM appointments appointment JOIN checkouts checkout ON checkout.id = appointment.checkout_id
					WHERE appointment.id = ${message.appointmentId}
						AND (${message.kind} = 'moved' OR appointment.cancelled_at = ${message.now})
					ON CONFLICT (dedupe_key) DO NOTHING`),
			),

		/** To the contact of the checkout that the try is for, which pages never carry; told once. */
		insertPaymentMessage({
			kind,
			reference,
			onceFor = reference,
			now,
			dueAt = now,
		}: PaymentMessage): QueuingStatement {
			const dedupeKey = `${kind.replaceAll('_', '-')}:${onceFor}`
			return queuing(
				rawWrite(sql`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, recipient_phone, payload, created_at, next_attempt_at)
					SELECT ${newId()}, ${kind}, ${dedupeKey}, checkout.email, checkout.phone,
						json_object('paymentReference', attempt.reference), ${now}, ${dueAt}
					FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
					WHERE attempt.reference = ${reference}
					ON CONFLICT (dedupe_key) DO NOTHING`),
			)
		},

		/**
		 * Takes due messages, new ones before those that failed. The write that takes them also sets when they are due
		 * again: two deliverers never hold the same one, and whoever dies with it only delays it (docs/decisions/011).
		 */
		claimDue: (now: Instant, limit: number): Statement =>
			rawWrite(
				sql`UPDATE outbox SET attempt_count = attempt_count + 1,
						next_attempt_at = ${now} + min(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * (1 << min(attempt_count, 20)))
					WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NULL AND next_attempt_at <= ${now}
						ORDER BY attempt_count > 0, next_attempt_at LIMIT ${limit})
					RETURNING id, kind, dedupe_key, recipient_email, payload, created_at`,
			),

		/** What `claimDue` took. */
		claimed: (written: WrittenRows | undefined): ClaimedMessage[] =>
			(written?.rows ?? []).map((row) => ({
				id: String(row.id),
				kind: String(row.kind),
				dedupeKey: String(row.dedupe_key),
				recipientEmail: row.recipient_email === null ? null : String(row.recipient_email),
				payload: String(row.payload),
				createdAt: Number(row.created_at),
			})),

		markSent: (id: string, now: Instant): Statement =>
			rawWrite(sql`UPDATE outbox SET sent_at = ${now} WHERE id = ${id} AND sent_at IS NULL`),

		/** The row stays, so that what was queued once is never queued again. */
		markNeverToBeSent: (id: string): Statement =>
			rawWrite(
				sql`UPDATE outbox SET next_attempt_at = ${NO_MORE_ATTEMPTS_AT} WHERE id = ${id} AND sent_at IS NULL`,
			),

		/**
		 * All messages to somebody whose account is gone, sent or not. It reads the whole table, which nothing but this rare
		 * act does.
		 */
		deleteMessagesTo: (email: string): Statement =>
			rawWrite(
				sql`DELETE FROM outbox WHERE recipient_email = ${email} AND NOT EXISTS (SELECT 1 FROM users WHERE email = ${email})`,
			),
	}
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
