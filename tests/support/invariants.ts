import { ledgerChecks } from '#app/domain/payments/ledger-checks-repository.server.ts'

/** What must be true of a database whatever was done to it (guide: reliability, "Invariants"). */
export type Invariant = {
	/** Which of the guide's invariants, and a sentence for whoever reads the failure. */
	name: string
	/** Gives one row, with the ids in column `who`, for each place where it is broken. */
	sql: string
}

const live = `status NOT IN ('CANCELLED', 'NO_SHOW')`

/** Two stretches of time of one member of staff that meet; `a` is the one that was written with the earlier "now". */
const meetingEntries = `
	FROM calendar_entries a
	JOIN calendar_entries b ON b.staff_member_id = a.staff_member_id
		AND b.starts_at > a.starts_at - 86400000 AND b.starts_at < a.blocked_until_at
		AND a.starts_at < b.blocked_until_at AND b.id <> a.id`

export const invariants: Invariant[] = [
	{
		name: 'I1: no two live appointments of a member of staff overlap, whatever the calendar says',
		sql: `SELECT a.id || ' / ' || b.id AS who FROM appointments a
			JOIN appointments b ON b.staff_member_id = a.staff_member_id AND b.id > a.id
				AND b.starts_at < a.ends_at AND a.starts_at < b.ends_at
			WHERE a.segment_count = 1 AND b.segment_count = 1 AND a.${live} AND b.${live}`,
	},
	{
		name: 'I1: nobody is in two places at once by the calendar, buffers included',
		sql: `SELECT a.id || ' / ' || b.id AS who ${meetingEntries}
			WHERE a.appointment_id IS NOT NULL AND b.appointment_id IS NOT NULL AND a.id < b.id`,
	},
	{
		name: 'I1: nothing was booked or held over a hold that was alive then',
		sql: `SELECT a.id || ' / ' || b.id AS who ${meetingEntries}
			WHERE a.hold_id IS NOT NULL AND a.held_until_at > b.checked_at
				AND (a.checked_at < b.checked_at OR (a.checked_at = b.checked_at AND a.id < b.id))`,
	},
	{
		name: 'I1: a live appointment keeps exactly its own time in the calendar',
		sql: `SELECT visit.id AS who FROM appointments visit
			LEFT JOIN calendar_entries entry ON entry.appointment_id = visit.id
			WHERE visit.${live} GROUP BY visit.id
			HAVING count(DISTINCT entry.position) <> visit.segment_count OR count(entry.id) <> visit.segment_count
				OR min(entry.starts_at) IS NOT visit.starts_at OR max(entry.ends_at) IS NOT visit.ends_at
				OR sum(entry.ends_at - entry.starts_at) <> visit.duration_minutes * 60000
				OR min(entry.shop_id) <> visit.shop_id OR max(entry.shop_id) <> visit.shop_id`,
	},
	{
		name: 'I1: the calendar and the booked services name the same person, service and clock time',
		sql: `SELECT entry.id AS who FROM calendar_entries entry JOIN appointments visit ON visit.id = entry.appointment_id
			LEFT JOIN appointment_services item ON item.appointment_id = visit.id AND item.position = entry.position
			WHERE item.staff_member_id IS NOT entry.staff_member_id OR item.service_id IS NOT entry.service_id
				OR (entry.position = 0 AND (visit.staff_member_id IS NOT entry.staff_member_id
					OR visit.service_id <> entry.service_id OR visit.scheduled_date <> entry.date
					OR visit.scheduled_time <> printf('%02d:%02d', entry.start_minute / 60, entry.start_minute % 60)))`,
	},
	{
		name: 'I1: a cancelled visit keeps no time',
		sql: `SELECT entry.id AS who FROM calendar_entries entry JOIN appointments visit ON visit.id = entry.appointment_id
			WHERE NOT visit.${live}`,
	},
	{
		name: 'I1: a hold keeps exactly its own time, and no longer than itself',
		sql: `SELECT hold.id AS who FROM holds hold LEFT JOIN calendar_entries entry ON entry.hold_id = hold.id
			GROUP BY hold.id
			HAVING count(DISTINCT entry.position) <> hold.segment_count OR count(entry.id) <> hold.segment_count
				OR min(entry.starts_at) IS NOT hold.starts_at
				OR min(entry.held_until_at) <> hold.expires_at OR max(entry.held_until_at) <> hold.expires_at`,
	},
	{
		name: 'I5: the uses of a promo code are its rows and never more than its maximum',
		sql: `SELECT promo.id AS who FROM promo_codes promo LEFT JOIN promo_uses used ON used.promo_code_id = promo.id
			GROUP BY promo.id
			HAVING count(used.checkout_id) <> promo.current_uses OR count(used.checkout_id) > coalesce(promo.max_uses, 1e9)`,
	},
	{
		name: 'I5: a live appointment with a promo code has reserved a use of that code, and one without has none',
		sql: `SELECT visit.id AS who FROM appointments visit LEFT JOIN promo_uses used ON used.checkout_id = visit.checkout_id
			WHERE visit.${live} AND used.promo_code_id IS NOT visit.promo_code_id`,
	},
	{
		name: 'I5: a use of a promo code is of a visit that was not called off, or of a checkout that waits for its payment',
		sql: `SELECT used.checkout_id AS who FROM promo_uses used JOIN checkouts checkout ON checkout.id = used.checkout_id
			LEFT JOIN appointments visit ON visit.checkout_id = used.checkout_id
			WHERE CASE WHEN visit.id IS NOT NULL THEN visit.status = 'CANCELLED'
				ELSE checkout.status <> 'PENDING' OR checkout.payment_choice <> 'online'
					OR checkout.promo_code_id IS NOT used.promo_code_id END`,
	},
	{
		name: 'I2: a checkout is completed when it has become an appointment, which is at once unless it is paid online',
		sql: `SELECT id AS who FROM checkouts
			WHERE (status = 'COMPLETED') <> EXISTS (SELECT 1 FROM appointments WHERE checkout_id = checkouts.id)
				OR (status <> 'COMPLETED' AND payment_choice <> 'online')`,
	},
	{
		name: 'I2: a try to pay is paid when its money is there, and only then',
		sql: `SELECT attempt.reference AS who FROM payment_attempts attempt
			LEFT JOIN transactions payment ON payment.payment_reference = attempt.reference
			WHERE (attempt.status = 'paid') <> (payment.id IS NOT NULL)
				OR payment.checkout_id <> attempt.checkout_id
				OR payment.shop_id <> (SELECT shop_id FROM checkouts WHERE id = attempt.checkout_id)`,
	},
	{
		name: 'I2: money that booked a visit booked that of its checkout, as paid, and keeps it unless it is cancelled too late',
		sql: `SELECT payment.payment_reference AS who FROM transactions payment
			LEFT JOIN appointments visit ON visit.id = payment.appointment_id AND visit.checkout_id = payment.checkout_id
			WHERE payment.outcome = 'booked' AND (visit.paid_kobo IS NOT payment.amount_kobo
				OR (visit.status = 'CANCELLED' AND visit.cancelled_at <= visit.refundable_until_at))`,
	},
	{
		name: 'I2: an offer of other times has an end and no visit',
		sql: `SELECT payment_reference AS who FROM transactions
			WHERE outcome = 'offered' AND (appointment_id IS NOT NULL OR offer_expires_at IS NULL)`,
	},
	{
		name: 'I2: money goes back, all of it, exactly where that is its outcome',
		sql: `SELECT payment.payment_reference AS who FROM transactions payment
			LEFT JOIN refunds refund ON refund.payment_reference = payment.payment_reference
			WHERE CASE payment.outcome
				WHEN 'refund' THEN refund.amount_kobo IS NOT payment.amount_kobo OR refund.currency IS NOT payment.currency
				ELSE refund.id IS NOT NULL END`,
	},
	{
		name: 'I2: what counts as paid of a visit has come, and is not on its way back while the visit lives',
		sql: `SELECT visit.id AS who FROM appointments visit LEFT JOIN transactions payment ON payment.appointment_id = visit.id
			WHERE visit.paid_kobo > 0 AND payment.outcome IS NOT 'booked'
				AND (payment.outcome IS NOT 'refund' OR visit.status <> 'CANCELLED')`,
	},
	{
		name: 'I7: online is asked for what is due, in naira: more than nothing, and never more than the total',
		sql: `SELECT id AS who FROM checkouts WHERE (payment_choice = 'online') <> (due_kobo IS NOT NULL)
				OR due_kobo NOT BETWEEN 1 AND total_kobo
			UNION ALL SELECT attempt.reference FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
				WHERE attempt.amount_kobo IS NOT checkout.due_kobo OR attempt.currency <> 'NGN'`,
	},
	{
		name: 'I7: money that was kept, or is offered other times, is what was asked for, with no more tip in it than that',
		sql: `SELECT payment.payment_reference AS who FROM transactions payment
			JOIN payment_attempts attempt ON attempt.reference = payment.payment_reference
			WHERE payment.staff_tip_kobo > payment.amount_kobo OR (payment.outcome <> 'refund'
				AND (payment.amount_kobo <> attempt.amount_kobo OR payment.currency <> attempt.currency))`,
	},
	{
		name: 'I7: a visit that is paid online is paid when all of it was, and only then',
		sql: `SELECT visit.id AS who FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			WHERE checkout.payment_choice = 'online'
				AND (visit.payment_status = 'completed') <> (visit.total_kobo > 0 AND visit.paid_kobo = visit.total_kobo)`,
	},
	...ledgerChecks.map(({ law, find }) => ({ name: `I3: ${law}`, sql: find })),
	{
		name: 'a webhook was worked after it had come',
		sql: `SELECT id AS who FROM webhook_events WHERE processed_at < received_at`,
	},
	{
		name: 'I7: a total is the priced items less the discount plus the tip, and no discount comes from nowhere',
		sql: `SELECT visit.id AS who FROM appointments visit
			WHERE visit.total_kobo < 0 OR visit.total_kobo <> visit.tip_kobo - visit.discount_kobo
				+ (SELECT coalesce(sum(price_kobo), 0) FROM appointment_services WHERE appointment_id = visit.id)
				+ (SELECT coalesce(sum(price_kobo), 0) FROM appointment_add_ons WHERE appointment_id = visit.id)
				OR (visit.discount_kobo > 0 AND visit.promo_code_id IS NULL)`,
	},
	{
		name: 'I7: an appointment and its checkout agree on amounts, shop, client and way of paying',
		sql: `SELECT visit.id AS who FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			WHERE visit.total_kobo <> checkout.total_kobo OR visit.tip_kobo <> checkout.tip_kobo
				OR visit.discount_kobo <> checkout.discount_kobo OR visit.shop_id <> checkout.shop_id
				OR visit.client_id <> checkout.client_id OR visit.payment_method <> checkout.payment_method`,
	},
	{
		name: 'the minutes of a visit are those of its services and add-ons',
		sql: `SELECT visit.id AS who FROM appointments visit
			WHERE visit.ends_at - visit.starts_at <> visit.duration_minutes * 60000 OR visit.duration_minutes <>
				(SELECT coalesce(sum(duration_minutes), 0) FROM appointment_services WHERE appointment_id = visit.id)
				+ (SELECT coalesce(sum(duration_minutes), 0) FROM appointment_add_ons WHERE appointment_id = visit.id)`,
	},
	{
		name: 'a visit has a row for each of its services',
		sql: `SELECT visit.id AS who FROM appointments visit
			LEFT JOIN appointment_services item ON item.appointment_id = visit.id
			GROUP BY visit.id HAVING count(item.position) <> visit.segment_count`,
	},
	{
		name: 'I6: a mailed link was used before it ended, and only the newest of its kind is open',
		sql: `SELECT token.id AS who FROM account_tokens token WHERE token.used_at >= token.expires_at
			OR (token.used_at IS NULL AND EXISTS (SELECT 1 FROM account_tokens newer
				WHERE newer.user_id = token.user_id AND newer.kind = token.kind AND newer.id <> token.id
					AND newer.used_at IS NULL))`,
	},
	{
		name: 'I9: what an account booked is of its own client, and that client is of this shop',
		sql: `SELECT checkout.id AS who FROM checkouts checkout JOIN clients client ON client.id = checkout.client_id
			WHERE client.shop_id <> checkout.shop_id
				OR (checkout.created_by_user_id IN (SELECT id FROM users) AND client.user_id IS NOT checkout.created_by_user_id)`,
	},
	{
		name: 'I9: an address has one account, whatever its letters',
		sql: `SELECT group_concat(id, ' / ') AS who FROM users GROUP BY lower(trim(email)) HAVING count(*) > 1`,
	},
	{
		name: 'I8: no row points at a row that is not there',
		sql: `SELECT "table" || ' ' || coalesce(rowid, '') || ' → ' || parent AS who FROM pragma_foreign_key_check`,
	},
	{
		name: 'a booked draft names the appointment of its own checkout and holds nothing more',
		sql: `SELECT draft.id AS who FROM drafts draft
			LEFT JOIN checkouts checkout ON checkout.draft_id = draft.id AND checkout.status = 'COMPLETED'
			LEFT JOIN appointments visit ON visit.checkout_id = checkout.id
			WHERE draft.appointment_id IS NOT visit.id
				OR (visit.id IS NOT NULL AND EXISTS (SELECT 1 FROM holds WHERE holds.draft_id = draft.id))`,
	},
	{
		// Invented visits of the demo data have no draft, and nobody to write to.
		name: `each booking has exactly one 'booked' message, and each such message an appointment`,
		sql: `SELECT draft.appointment_id AS who FROM drafts draft WHERE draft.appointment_id IS NOT NULL AND 1 <>
				(SELECT count(*) FROM outbox WHERE kind = 'booked' AND payload ->> 'appointmentId' = draft.appointment_id)
			UNION ALL SELECT message.id FROM outbox message WHERE message.kind = 'booked' AND NOT EXISTS
				(SELECT 1 FROM appointments WHERE id = message.payload ->> 'appointmentId'
					AND message.dedupe_key = 'booked:' || id)`,
	},
	{
		name: `a shop's rating is its reviews and nothing else`,
		sql: `SELECT shop.id AS who FROM shops shop LEFT JOIN reviews review ON review.shop_id = shop.id GROUP BY shop.id
			HAVING count(review.appointment_id) <> shop.review_count OR coalesce(sum(review.rating), 0) <> shop.rating_sum`,
	},
	{
		name: 'a review is of a completed visit, by its client, of its shop',
		sql: `SELECT review.appointment_id AS who FROM reviews review JOIN appointments visit ON visit.id = review.appointment_id
			WHERE visit.status <> 'COMPLETED' OR visit.client_id <> review.client_id OR visit.shop_id <> review.shop_id`,
	},
	{
		name: 'no two bookings read alike: references differ in more than case, spaces and dashes',
		sql: `SELECT group_concat(id, ' / ') AS who FROM appointments
			GROUP BY upper(replace(replace(reference_number, '-', ''), ' ', '')) HAVING count(*) > 1`,
	},
	{
		name: 'one guest of a shop has one client row for an e-mail',
		sql: `SELECT group_concat(id, ' / ') AS who FROM clients WHERE user_id IS NULL AND email IS NOT NULL
			GROUP BY shop_id, lower(email) HAVING count(*) > 1`,
	},
]
