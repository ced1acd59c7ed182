import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** A visit that its shop does not close is due this long after its end. */
const NOT_CLOSED_MS = 48 * HOUR_MS
/** An unused plan can be cancelled for its whole price this long. */
const PLAN_KEPT_MS = 7 * DAY_MS
/** Clocks of two Workers are apart. */
const SLACK_MS = MINUTE_MS

/**
 * When a payout is written, each payment that it pays is due. It is kept and not disputed, has no refund under way, no
 * waiting returned part and no open complaint. Its visit is closed, or was over two days ago; its plan is in use, or
 * cannot be cancelled for its price any more. An item that undoes a debt whose payout was returned leaves the shop
 * nothing of the payment.
 */
export function judgeOfNewPayouts({ sql, find }: World): () => Promise<void> {
	let judged = 0
	return async () => {
		const last = await sql.count('SELECT coalesce(max(rowid), 0) FROM payouts')
		if (last === judged) return
		const wrong = await sql.rows(
			`SELECT item.payout_reference AS payout, item.payment_reference AS payment, payment.outcome, visit.status FROM payouts
				JOIN payout_items item ON item.payout_reference = payouts.reference
				JOIN transactions payment ON payment.payment_reference = item.payment_reference
				LEFT JOIN appointments visit ON visit.id = payment.appointment_id
				WHERE payouts.rowid > ? AND item.earned_kobo + item.tip_kobo > 0
				AND (SELECT sum(earned_kobo + tip_kobo) FROM payout_items live
					WHERE live.payment_reference = payment.payment_reference AND live.voided_at IS NULL) > 0
				AND (payment.outcome NOT IN ('booked', 'subscribed')
					OR payment.disputed_at IS NOT NULL
					OR EXISTS (SELECT 1 FROM returned_parts WHERE payment_reference = payment.payment_reference AND decided_at IS NULL)
					OR EXISTS (SELECT 1 FROM refunds WHERE payment_reference = payment.payment_reference AND status <> 'processed')
					OR EXISTS (SELECT 1 FROM visit_problems problem WHERE problem.appointment_id = visit.id
						AND problem.resolved_at IS NULL AND problem.kind IN ('money', 'false_no_show'))
					OR (visit.status IN ('SCHEDULED', 'CONFIRMED') AND visit.ends_at + ? > payouts.created_at)
					OR EXISTS (SELECT 1 FROM subscriptions period JOIN checkouts agreed ON agreed.id = period.checkout_id
						WHERE agreed.payment_reference = payment.payment_reference AND payment.outcome = 'subscribed'
							AND period.created_at + ? > payouts.created_at AND NOT EXISTS (SELECT 1 FROM subscription_entries entry
								LEFT JOIN session_bookings place ON place.id = entry.booking_id WHERE entry.subscription_id = period.id
									AND coalesce(place.starts_at - 86400000, entry.taken_at) <= payouts.created_at + ?)))`,
			judged,
			NOT_CLOSED_MS - SLACK_MS,
			PLAN_KEPT_MS - SLACK_MS,
			SLACK_MS,
		)
		judged = last
		for (const { payout, payment, outcome, status } of wrong)
			find(`payout ${payout} is written with ${payment}, which is not due: ${outcome}, ${status}`)
	}
}
