import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isProvenEmail } from '#db/proven-email.server.ts'
import { rawWrite } from '#db/statement.server.ts'
import { NO_MORE_ATTEMPTS_AT } from './delivery-times.ts'

/** To an unproven mailbox, in all its spellings, within a day (D33, S29). */
const MAX_UNPROVEN_MAILS = 5
/** Of a shop to all unproven mailboxes, about what it made by itself, within a day (D33). */
const MAX_SHOP_MAILS = 200

/**
 * The shop that made by itself what is booked or asked for by this checkout, while neither a payment nor a proven
 * address stands behind it; else null (docs/decisions/144).
 */
export function shopBehind(checkoutId: SQL): SQL<string | null> {
	return sql`(SELECT agreed.shop_id FROM checkouts agreed LEFT JOIN appointments visit ON visit.checkout_id = agreed.id
		WHERE agreed.id = ${checkoutId} AND coalesce(visit.paid_kobo, 0) = 0 AND NOT ${isProvenEmail(sql`agreed.email`)}
			AND (visit.is_walk_in = 1 OR EXISTS (SELECT 1 FROM deposit_links WHERE checkout_id = agreed.id)))`
}

/**
 * The message that `insert` queues under this id, and what withholds it where its address has had enough: it stays in
 * the table and is never sent. It is due at once: the batch claims it, and delivery begins when that is written.
 */
export function queuing(id: string, insert: Statement): Statement[] {
	return [{ ...insert, followUp: { kind: 'message', messageId: id } }, withholdTooMany(byId(id))]
}

/** As `queuing`, for a message with a time of its own: nothing begins after its batch. */
export function queuingLater(id: string, insert: Statement): Statement[] {
	return [insert, withholdTooMany(byId(id))]
}

/**
 * As `queuing`, for a message whose existence is a secret: its batch is alike whether it queues one or not, and what
 * is due is looked for after the answer (W29).
 */
export function queuingSecretly(id: string, insert: Statement): Statement[] {
	return queuingAll(byId(id), insert)
}

/** As `queuing`, for an insert of several messages: those of the table that `condition` names. */
export function queuingAll(condition: SQL, insert: Statement): Statement[] {
	return [{ ...insert, followUp: { kind: 'message', messageId: null } }, withholdTooMany(condition)]
}

function byId(id: string): SQL {
	return sql`id = ${id}`
}

/** Told at their own time: the ceiling looks at them when they are due, and they count when they are sent. */
const laterKinds = sql`('visit_reminder', 'how_was_it')`

/**
 * Mail about received money, the shop's cancellation of what its customer booked, and an account's own acts with a
 * confirmed address is always sent (S36). Only messages that were queued before this one count, and none that was
 * dropped because it was no longer true: a batch that is sent again withholds nothing that went out.
 */
function withholdTooMany(condition: SQL): Statement {
	return withhold(
		sql`outbox.created_at`,
		sql`${condition} AND kind NOT IN ('other_time_offered', 'refund_started', 'refunded')`,
		{
			sent: sql`earlier.sent_at > outbox.created_at - ${DAY_MS} AND earlier.rowid < outbox.rowid`,
			unsent: sql`earlier.next_attempt_at <> ${NO_MORE_ATTEMPTS_AT} AND earlier.rowid < outbox.rowid
				AND earlier.created_at > outbox.created_at - ${DAY_MS} AND earlier.kind NOT IN ${laterKinds}`,
		},
	)
}

/**
 * Withholds timed messages whose address had enough today. It stands before the statement that takes the due messages.
 */
export function withholdDue(now: Instant): Statement {
	return withhold(sql`${now}`, sql`sent_at IS NULL AND next_attempt_at <= ${now} AND kind IN ${laterKinds}`, {
		sent: sql`earlier.sent_at > ${now - DAY_MS}`,
		unsent: sql`earlier.next_attempt_at <= ${now} AND earlier.rowid < outbox.rowid`,
	})
}

/** Which messages count beside the one that is looked at, of those that were sent and of those that were not yet. */
type Counts = { sent: SQL; unsent: SQL }

function withhold(at: SQL, condition: SQL, counts: Counts): Statement {
	return rawWrite(sql`UPDATE outbox SET withheld_at = ${at}, next_attempt_at = ${NO_MORE_ATTEMPTS_AT}
		WHERE ${condition} AND recipient_email IS NOT NULL
			AND (${countOf(sql`earlier.mailbox = outbox.mailbox`, counts)} >= ${MAX_UNPROVEN_MAILS}
				OR (outbox.by_shop_id IS NOT NULL
					AND ${countOf(sql`earlier.by_shop_id = outbox.by_shop_id`, counts)} >= ${MAX_SHOP_MAILS}))
			AND NOT (kind = 'cancelled' AND EXISTS (
				SELECT 1 FROM appointments WHERE id = json_extract(outbox.payload, '$.appointmentId')
					AND cancellation_reason IS NOT NULL AND is_walk_in = 0
			))
			AND NOT (kind = 'reset_password' AND EXISTS (
				SELECT 1 FROM users WHERE email = outbox.recipient_email AND email_verified_at IS NOT NULL
			))
			AND NOT EXISTS (
				SELECT 1 FROM users WHERE id = json_extract(outbox.payload, '$.holderId') AND email = outbox.recipient_email
					AND email_verified_at IS NOT NULL
			)
			AND NOT EXISTS (
				SELECT 1 FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
				LEFT JOIN users account ON account.id = checkout.created_by_user_id
				WHERE visit.id = json_extract(outbox.payload, '$.appointmentId')
					AND (visit.paid_kobo > 0 OR (account.email = outbox.recipient_email AND account.email_verified_at IS NOT NULL))
			)
			AND NOT EXISTS (
				SELECT 1 FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
				JOIN users account ON account.id = checkout.created_by_user_id
				WHERE attempt.payment_reference = json_extract(outbox.payload, '$.paymentReference')
					AND account.email = outbox.recipient_email AND account.email_verified_at IS NOT NULL
			)`)
}

/** Two counts, because each goes by an index of its own. */
function countOf(isSame: SQL, { sent, unsent }: Counts): SQL {
	const counted = (which: SQL) =>
		sql`(SELECT count(*) FROM outbox earlier WHERE ${isSame} AND earlier.withheld_at IS NULL AND ${which})`
	return sql`${counted(sent)} + ${counted(sql`earlier.sent_at IS NULL AND ${unsent}`)}`
}
