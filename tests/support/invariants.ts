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
		name: 'I8: a checkout that is not paid online has become an appointment',
		sql: `SELECT id AS who FROM checkouts WHERE payment_choice <> 'online'
			AND NOT EXISTS (SELECT 1 FROM appointments WHERE checkout_id = checkouts.id)`,
	},
	{
		name: 'a booked draft names the appointment of its own checkout and holds nothing more',
		sql: `SELECT draft.id AS who FROM drafts draft LEFT JOIN checkouts checkout ON checkout.draft_id = draft.id
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
