import type { World } from '../world.ts'

/** A clock is off by so much at most. */
const SKEW_MS = 10_000
/** What was read at most so long before it was written. */
const AT_ONCE_MS = 60_000

/** What no appointment may be, however it came to be so. */
const wrongs: Readonly<Record<string, string>> = {
	'was moved more often than its shop allows': `SELECT visit.id AS subject FROM appointments visit
		JOIN shops ON shops.id = visit.shop_id WHERE visit.move_count > shops.max_moves`,
	'was booked after it had begun': `SELECT id AS subject FROM appointments
		WHERE is_walk_in = 0 AND move_count = 0 AND calendar_sequence = 0 AND starts_at <= created_at - ${SKEW_MS}`,
	'gives money back after its time for that': `SELECT visit.id AS subject FROM appointments visit
		JOIN shops ON shops.id = visit.shop_id WHERE visit.move_count > 0 AND visit.calendar_sequence = visit.move_count
			AND visit.refundable_until_at > visit.starts_at - shops.free_cancellation_minutes * 60000
			AND visit.refundable_until_at > visit.created_at + ${SKEW_MS}`,
	'has parts of a naira in a percentage': `SELECT id AS subject FROM appointments
		WHERE (promo_code_id LIKE '%-TEN' AND discount_kobo % 100 <> 0) OR tip_kobo % 100 <> 0`,
	'without an e-mail is on the row of a guest with one': `SELECT visit.id AS subject FROM appointments visit
		JOIN checkouts ON checkouts.id = visit.checkout_id JOIN clients ON clients.id = visit.client_id
		WHERE visit.is_walk_in = 1 AND checkouts.phone IS NOT NULL AND checkouts.email IS NULL
			AND clients.email IS NOT NULL AND clients.user_id IS NULL`,
	'was booked without paying, by a customer whose missed appointments its shop minds': `SELECT visit.id AS subject
		FROM appointments visit JOIN shops ON shops.id = visit.shop_id JOIN checkouts ON checkouts.id = visit.checkout_id
		WHERE visit.is_walk_in = 0 AND checkouts.payment_choice <> 'online' AND checkouts.total_kobo > checkouts.cashback_kobo
			AND (SELECT count(*) FROM appointments missed WHERE missed.client_id = visit.client_id AND missed.status = 'NO_SHOW'
				AND missed.missed_at < checkouts.created_at - ${AT_ONCE_MS}) >= shops.prepaid_from_no_shows`,
	'has arrived for a start from which its shop moved it since': `SELECT visit.id AS subject FROM appointments visit
		JOIN outbox told ON told.kind = 'moved' AND told.payload ->> 'appointmentId' = visit.id AND told.payload ->> 'isByShop' = 1
		WHERE visit.arrived_at IS NOT NULL AND told.created_at > visit.arrived_at + 2 * ${SKEW_MS}`,
	'counts more moves than its customer made': `SELECT visit.id AS subject FROM appointments visit
		JOIN checkouts ON checkouts.id = visit.checkout_id AND checkouts.email IS NOT NULL
		LEFT JOIN (SELECT payload ->> 'appointmentId' AS id, count(*) AS moves FROM outbox
			WHERE kind IN ('moved', 'changed') AND payload ->> 'isByShop' IS NULL GROUP BY 1) told ON told.id = visit.id
		WHERE visit.move_count > coalesce(told.moves, 0)`,
	'was paid by a transfer that counts nothing': `SELECT id AS subject FROM appointments
		WHERE transfer_paid_at IS NOT NULL AND paid_at_shop_kobo = 0 AND total_kobo > paid_kobo + cashback_kobo`,
	'is one of two from one draft': `SELECT min(visit.id) AS subject FROM appointments visit
		JOIN checkouts ON checkouts.id = visit.checkout_id GROUP BY checkouts.draft_id HAVING count(*) > 1`,
	'is not paid as its payment says': `SELECT visit.id AS subject FROM appointments visit
		JOIN transactions payment ON payment.appointment_id = visit.id AND payment.outcome = 'booked'
		WHERE visit.paid_kobo > payment.amount_kobo`,
}

export async function judgeAppointments(world: World): Promise<void> {
	for (const [what, sql] of Object.entries(wrongs))
		for (const { subject } of await world.sql.rows(sql)) world.find(`appointment ${subject} ${what}`)
}
