import type { Invariant } from './invariant.ts'

const live = `status NOT IN ('CANCELLED', 'NO_SHOW')`

export const bookingInvariants: readonly Invariant[] = [
	{
		name: 'I1: no two live appointments of a member of staff overlap, whatever the calendar says',
		sql: `SELECT a.id || ' / ' || b.id AS subject FROM appointments a
			JOIN appointments b ON b.staff_member_id = a.staff_member_id AND b.id > a.id
				AND b.starts_at < a.ends_at AND a.starts_at < b.ends_at
			WHERE a.segment_count = 1 AND b.segment_count = 1 AND a.${live} AND b.${live}`,
	},
	{
		name: 'I1: a live appointment keeps exactly its own time in the calendar',
		sql: `SELECT visit.id AS subject FROM appointments visit
			LEFT JOIN calendar_entries entry ON entry.appointment_id = visit.id
			WHERE visit.${live} GROUP BY visit.id
			HAVING count(DISTINCT entry.position) <> visit.segment_count OR count(entry.id) <> visit.segment_count
				OR min(entry.starts_at) IS NOT visit.starts_at OR max(entry.ends_at) IS NOT visit.ends_at
				OR sum(entry.ends_at - entry.starts_at) <> visit.duration_minutes * 60000
				OR min(entry.shop_id) <> visit.shop_id OR max(entry.shop_id) <> visit.shop_id`,
	},
	{
		name: 'I1: the calendar and the booked services name the same person, service and clock time',
		sql: `SELECT entry.id AS subject FROM calendar_entries entry JOIN appointments visit ON visit.id = entry.appointment_id
			LEFT JOIN appointment_services item ON item.appointment_id = visit.id AND item.position = entry.position
			WHERE item.staff_member_id IS NOT entry.staff_member_id OR item.service_id IS NOT entry.service_id
				OR (entry.position = 0 AND (visit.staff_member_id IS NOT entry.staff_member_id
					OR visit.service_id <> entry.service_id OR visit.scheduled_date <> entry.date
					OR visit.scheduled_time <> printf('%02d:%02d', entry.start_minute / 60, entry.start_minute % 60)))`,
	},
	{
		name: 'F15: each calendar entry of a live appointment is as long as its service, and the last one as its add-ons too',
		sql: `SELECT entry.id AS subject FROM calendar_entries entry
			JOIN appointments visit ON visit.id = entry.appointment_id AND visit.${live}
			LEFT JOIN appointment_services item ON item.appointment_id = visit.id AND item.position = entry.position
			WHERE entry.ends_at - entry.starts_at IS NOT 60000 * (item.duration_minutes + iif(entry.position = visit.segment_count - 1,
				(SELECT coalesce(sum(duration_minutes), 0) FROM appointment_add_ons WHERE appointment_id = visit.id), 0))`,
	},
	{
		name: 'I1: a cancelled visit keeps no time',
		sql: `SELECT entry.id AS subject FROM calendar_entries entry JOIN appointments visit ON visit.id = entry.appointment_id
			WHERE NOT visit.${live}`,
	},
	{
		name: 'I1: a hold keeps exactly its own time, and no longer than itself',
		sql: `SELECT hold.id AS subject FROM holds hold LEFT JOIN calendar_entries entry ON entry.hold_id = hold.id
			GROUP BY hold.id
			HAVING count(DISTINCT entry.position) <> hold.segment_count OR count(entry.id) <> hold.segment_count
				OR min(entry.starts_at) IS NOT hold.starts_at
				OR min(entry.held_until_at) <> hold.expires_at OR max(entry.held_until_at) <> hold.expires_at`,
	},
	{
		name: 'I5: the uses of a promo code are its rows and never more than its maximum',
		sql: `SELECT promo.id AS subject FROM promo_codes promo LEFT JOIN promo_uses used ON used.promo_code_id = promo.id
			GROUP BY promo.id
			HAVING count(used.checkout_id) <> promo.current_uses OR count(used.checkout_id) > coalesce(promo.max_uses, 1e9)`,
	},
	{
		name: 'I5: a live appointment with a promo code has reserved a use of that code, and one without has none',
		sql: `SELECT visit.id AS subject FROM appointments visit LEFT JOIN promo_uses used ON used.checkout_id = visit.checkout_id
			WHERE visit.${live} AND used.promo_code_id IS NOT visit.promo_code_id`,
	},
	{
		name: 'I5: a use of a promo code is of a visit that was not called off, or of a checkout that waits for its payment',
		sql: `SELECT used.checkout_id AS subject FROM promo_uses used JOIN checkouts checkout ON checkout.id = used.checkout_id
			LEFT JOIN appointments visit ON visit.checkout_id = used.checkout_id
			LEFT JOIN subscriptions plan ON plan.checkout_id = used.checkout_id
			WHERE CASE WHEN visit.id IS NOT NULL THEN visit.status = 'CANCELLED'
				WHEN plan.id IS NOT NULL THEN checkout.promo_code_id IS NOT used.promo_code_id
				ELSE checkout.status <> 'PENDING' OR checkout.payment_choice <> 'online'
					OR checkout.promo_code_id IS NOT used.promo_code_id END`,
	},
	{
		name: 'I2: a checkout is completed when it has become an appointment or a subscription, which is at once unless it is paid online or a plan is paid at the shop',
		sql: `SELECT id AS subject FROM checkouts
			WHERE (status = 'COMPLETED') <> (EXISTS (SELECT 1 FROM appointments WHERE checkout_id = checkouts.id)
					OR EXISTS (SELECT 1 FROM subscriptions WHERE checkout_id = checkouts.id))
				OR (status <> 'COMPLETED' AND payment_choice <> 'online'
					AND NOT EXISTS (SELECT 1 FROM plan_orders WHERE checkout_id = checkouts.id))`,
	},
	{
		name: 'I7: a total is the priced items less the discount plus the tip, and no discount comes from nowhere',
		sql: `SELECT visit.id AS subject FROM appointments visit
			WHERE visit.total_kobo < 0 OR visit.total_kobo <> visit.tip_kobo - visit.discount_kobo
				+ (SELECT coalesce(sum(price_kobo), 0) FROM appointment_services WHERE appointment_id = visit.id)
				+ (SELECT coalesce(sum(price_kobo), 0) FROM appointment_add_ons WHERE appointment_id = visit.id)
				OR (visit.discount_kobo > 0 AND (visit.promo_code_id IS NOT NULL) + (visit.reward_id IS NOT NULL)
					+ (visit.referral_code_id IS NOT NULL)
					+ (SELECT discount_reason IS NOT NULL FROM checkouts WHERE id = visit.checkout_id) <> 1)`,
	},
	{
		name: 'I7: an appointment and its checkout agree on shop, client and way of paying, and on amounts until it is changed or a reward is off it',
		sql: `SELECT visit.id AS subject FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			WHERE (visit.changed_at IS NULL AND visit.reward_id IS checkout.reward_id AND (visit.total_kobo <> checkout.total_kobo OR visit.cashback_kobo <> checkout.cashback_kobo
					OR visit.tip_kobo <> checkout.tip_kobo OR visit.discount_kobo <> checkout.discount_kobo)) OR visit.shop_id <> checkout.shop_id
				OR visit.client_id <> checkout.client_id OR visit.payment_method <> checkout.payment_method`,
	},
	{
		name: 'the minutes of a visit are those of its services and add-ons',
		sql: `SELECT visit.id AS subject FROM appointments visit
			WHERE visit.ends_at - visit.starts_at <> visit.duration_minutes * 60000 OR visit.duration_minutes <>
				(SELECT coalesce(sum(duration_minutes), 0) FROM appointment_services WHERE appointment_id = visit.id)
				+ (SELECT coalesce(sum(duration_minutes), 0) FROM appointment_add_ons WHERE appointment_id = visit.id)`,
	},
	{
		name: 'a visit has a row for each of its services',
		sql: `SELECT visit.id AS subject FROM appointments visit
			LEFT JOIN appointment_services item ON item.appointment_id = visit.id
			GROUP BY visit.id HAVING count(item.position) <> visit.segment_count`,
	},
	{
		name: 'I9: what an account booked is of its own client, and that client is of this shop',
		sql: `SELECT checkout.id AS subject FROM checkouts checkout JOIN clients client ON client.id = checkout.client_id
			WHERE client.shop_id <> checkout.shop_id
				OR (checkout.created_by_user_id IN (SELECT id FROM users) AND client.user_id IS NOT checkout.created_by_user_id)`,
	},
	{
		name: 'I13: a client row carries one e-mail: all that was booked on it by a guest has that of the row',
		sql: `SELECT checkout.id AS subject FROM checkouts checkout JOIN clients client ON client.id = checkout.client_id
			WHERE checkout.created_by_user_id IS NULL AND checkout.email IS NOT client.email`,
	},
	{
		name: 'I13: an account sees what it booked while signed in, or what was booked with an e-mail that it could verify',
		sql: `SELECT checkout.id AS subject FROM checkouts checkout JOIN clients client ON client.id = checkout.client_id
			WHERE client.user_id IS NOT NULL AND checkout.created_by_user_id IS NOT client.user_id AND checkout.email IS NULL`,
	},
	{
		name: 'a booked draft names the appointment of its own checkout and holds nothing more',
		sql: `SELECT draft.id AS subject FROM drafts draft
			LEFT JOIN checkouts checkout ON checkout.draft_id = draft.id AND checkout.status = 'COMPLETED'
			LEFT JOIN appointments visit ON visit.checkout_id = checkout.id
			WHERE draft.appointment_id IS NOT visit.id
				OR (visit.id IS NOT NULL AND EXISTS (SELECT 1 FROM holds WHERE holds.draft_id = draft.id))`,
	},
	{
		// As of the last purge. A flood may leave rows for a day more.
		name: 'I14: no draft is older than its term',
		sql: `SELECT draft.id AS subject FROM job_runs run JOIN drafts draft ON draft.saved_at <= run.finished_at - 2 * 86400000
			WHERE run.job = 'purge'`,
	},
	{
		name: 'I14: nothing of a checkout that nobody paid is older than its term',
		sql: `SELECT checkout.id AS subject FROM job_runs run
			JOIN checkouts checkout ON checkout.status = 'PENDING' AND checkout.created_at <= run.finished_at - 31 * 86400000
			WHERE run.job = 'purge' AND NOT EXISTS (
				SELECT 1 FROM payment_attempts attempt WHERE attempt.checkout_id = checkout.id
					AND (attempt.status NOT IN ('closed', 'not_started') OR attempt.created_at > run.finished_at - 31 * 86400000))`,
	},
	{
		name: 'a review is of a completed visit, by its client, of its shop',
		sql: `SELECT review.appointment_id AS subject FROM reviews review JOIN appointments visit ON visit.id = review.appointment_id
			WHERE visit.status <> 'COMPLETED' OR visit.client_id <> review.client_id OR visit.shop_id <> review.shop_id`,
	},
	{
		name: 'no two bookings read alike: references differ in more than case, spaces and dashes',
		sql: `SELECT group_concat(id, ' / ') AS subject FROM appointments
			GROUP BY upper(replace(replace(reference_number, '-', ''), ' ', '')) HAVING count(*) > 1`,
	},
	{
		name: 'one guest of a shop has one client row for an e-mail',
		sql: `SELECT group_concat(id, ' / ') AS subject FROM clients WHERE user_id IS NULL AND email IS NOT NULL
			GROUP BY shop_id, lower(email) HAVING count(*) > 1`,
	},
	{
		name: 'D55: a wait is for a service, and a person, of its shop, and one that was offered something says what',
		sql: `SELECT wait.id AS subject FROM slot_waits wait JOIN services service ON service.id = wait.service_id
			LEFT JOIN staff_members person ON person.id = wait.staff_member_id
			WHERE service.shop_id <> wait.shop_id OR person.shop_id <> wait.shop_id
				OR (wait.offer_count = 0) <> (wait.offered_at IS NULL) OR (wait.offered_at IS NULL) <> (wait.offered_starts_at IS NULL)`,
	},
	{
		name: 'D55: no freed time is offered to one for longer than a quarter of an hour, nor once it has begun',
		sql: `SELECT id AS subject FROM slot_waits
			WHERE offer_expires_at > offered_at + 900000 OR offer_expires_at > offered_starts_at`,
	},
	{
		name: 'D66: a time that waits for a deposit is of a checkout of its shop that is paid online, and is the shop’s again two hours before its start',
		sql: `SELECT link.checkout_id AS subject FROM deposit_links link JOIN checkouts checkout ON checkout.id = link.checkout_id
			LEFT JOIN holds hold ON hold.checkout_id = link.checkout_id
			WHERE link.shop_id <> checkout.shop_id OR checkout.payment_choice <> 'online' OR checkout.due_kobo IS NULL
				OR hold.expires_at > hold.starts_at - 7200000 OR hold.network_key IS NOT NULL OR hold.contact_email IS NOT NULL`,
	},
	{
		name: 'D65: a customer is found by what their bookings say, and by nothing else',
		sql: `SELECT client_id AS subject FROM (SELECT DISTINCT client_id, words FROM customer_words
				UNION ALL SELECT client_id, words FROM customer_documents)
			GROUP BY client_id, words HAVING count(*) <> 2`,
	},
	{
		name: 'each appointment says when it was last changed, for the shop that it is of',
		sql: `SELECT visit.id AS subject FROM appointments visit
			LEFT JOIN appointment_updates updated ON updated.appointment_id = visit.id WHERE updated.shop_id IS NOT visit.shop_id`,
	},
]
