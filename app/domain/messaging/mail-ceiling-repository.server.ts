import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isProvenEmail } from '#db/caller.server.ts'
import { rawWrite } from '#db/statement.server.ts'
import { NO_MORE_ATTEMPTS_AT } from './ladder.ts'

/** To an unproven mailbox, in all its spellings, within a day (D33, S29). */
const MAX_UNPROVEN_MAILS = 5
/** Of a shop to all unproven mailboxes, about bookings that it made itself, within a day (D33). */
const MAX_SHOP_MAILS = 200

/** The shop that made this checkout itself; null once its visit is paid or its email is proven (docs/decisions/144). */
export function shopBehind(checkoutId: SQL): SQL<string | null> {
	return sql`(SELECT agreed.shop_id FROM checkouts agreed LEFT JOIN appointments visit ON visit.checkout_id = agreed.id
		WHERE agreed.id = ${checkoutId} AND coalesce(visit.paid_kobo, 0) = 0 AND NOT ${isProvenEmail(sql`agreed.email`)}
			AND (visit.is_walk_in = 1 OR EXISTS (SELECT 1 FROM deposit_links WHERE checkout_id = agreed.id)))`
}

/** A message with this key was queued before. */
export const onceForItsKey = sql`ON CONFLICT (dedupe_key) DO NOTHING`

/** Queues a message for its batch to claim, and withholds it where its address is at the ceiling. */
export function queuing(id: string, insert: Statement): Statement[] {
	return [{ ...insert, followUp: { kind: 'message', messageId: id } }, withholdTooMany(byId(id))]
}

/** As `queuing`, for a message that is due later: its batch claims nothing. */
export function queuingLater(id: string, insert: Statement): Statement[] {
	return [insert, withholdTooMany(byId(id))]
}

/**
 * For a message whose existence is a secret: the batch looks alike with or without it. Due messages are claimed after
 * the answer (W29).
 */
export function queuingSecretly(id: string, insert: Statement): Statement[] {
	return queuingAll(byId(id), insert)
}

/** As `queuing`, for all messages of the condition. */
export function queuingAll(condition: SQL, insert: Statement): Statement[] {
	return [{ ...insert, followUp: { kind: 'message', messageId: null } }, withholdTooMany(condition)]
}

function byId(id: string): SQL {
	return sql`id = ${id}`
}

/** The ceiling checks these kinds when they are due, and counts them when they are sent. */
const laterKinds = sql`('visit_reminder', 'how_was_it')`

/**
 * Mail about received money, a shop's cancellation and a proven email is always sent (S36). Only earlier messages
 * count, without dropped ones: a repeated batch withholds nothing that went out.
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

/** Withholds due messages of `laterKinds`; stands before the statement that claims. */
export function withholdDue(now: Instant): Statement {
	return withhold(sql`${now}`, sql`sent_at IS NULL AND next_attempt_at <= ${now} AND kind IN ${laterKinds}`, {
		sent: sql`earlier.sent_at > ${now - DAY_MS}`,
		unsent: sql`earlier.next_attempt_at <= ${now} AND earlier.rowid < outbox.rowid`,
	})
}

type Counts = { sent: SQL; unsent: SQL }

function withhold(at: SQL, condition: SQL, counts: Counts): Statement {
	return rawWrite(sql`UPDATE outbox SET withheld_at = ${at}, next_attempt_at = ${NO_MORE_ATTEMPTS_AT}
		WHERE ${condition} AND recipient_email IS NOT NULL
			AND (${countMails(sql`earlier.mailbox = outbox.mailbox`, counts)} >= ${MAX_UNPROVEN_MAILS}
				OR (outbox.by_shop_id IS NOT NULL
					AND ${countMails(sql`earlier.by_shop_id = outbox.by_shop_id`, counts)} >= ${MAX_SHOP_MAILS}))
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

/** Two counts: each has its own index. */
function countMails(isSame: SQL, { sent, unsent }: Counts): SQL {
	const counted = (which: SQL) =>
		sql`(SELECT count(*) FROM outbox earlier WHERE ${isSame} AND earlier.withheld_at IS NULL AND ${which})`
	return sql`${counted(sent)} + ${counted(sql`earlier.sent_at IS NULL AND ${unsent}`)}`
}
