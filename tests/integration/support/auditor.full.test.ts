import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invariants } from '#db/invariants/all.ts'
import { audit } from '#db/invariants/audit.server.ts'
import { plantPayments } from '#tests/integration/payments/planted-payments.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { paymentBreaches } from './payment-breaches.ts'
import { payoutBreaches } from './payout-breaches.ts'

const now = Date.UTC(2026, 10, 21, 9)
const database = withTestDatabase({ demoAt: now })
/** The payments: 'whole', 'deposit', 'kept', 'returning', 'returned', 'second', 'offered'; 'open' is unpaid. */
beforeAll(() => plantPayments(database().client, now))

/** Picks of the demo data, as SQL that stands for an id. */
const appointment = `(SELECT id FROM appointments WHERE status = 'CONFIRMED' AND segment_count = 1 ORDER BY id LIMIT 1)`
const otherAppointmentOfSameStaff = `(SELECT b.id FROM appointments a JOIN appointments b ON b.staff_member_id = a.staff_member_id AND b.id <> a.id
	WHERE a.id = ${appointment} AND b.segment_count = 1 AND b.status IN ('SCHEDULED', 'CONFIRMED', 'COMPLETED') ORDER BY b.id LIMIT 1)`
const promoAppointment = `(SELECT id FROM appointments WHERE promo_code_id IS NOT NULL AND status = 'COMPLETED' ORDER BY id LIMIT 1)`
const entry = `(SELECT id FROM calendar_entries WHERE appointment_id = ${appointment})`

/** A further hold over the time of an entry, as if no trigger refused it. */
const plantHold = [
	`INSERT INTO drafts (id, shop_id, created_at, saved_at) SELECT 'draft', shop_id, 0, 0 FROM calendar_entries WHERE id = ${entry}`,
	`INSERT INTO calendar_entries SELECT 'held', shop_id, staff_member_id, service_id, 0, 'hold', NULL, date, start_minute, end_minute,
		starts_at, ends_at, blocked_until_at, checked_at + 600000, checked_at - 1 FROM calendar_entries WHERE id = ${entry}`,
	`INSERT INTO holds (id, draft_id, shop_id, segment_count, starts_at, expires_at, checked_at)
		SELECT 'hold', 'draft', shop_id, 1, starts_at, held_until_at, checked_at FROM calendar_entries WHERE id = 'held'`,
]

/** A draft that became the visit. */
const plantBookedDraft = [
	`INSERT INTO drafts (id, shop_id, appointment_id, created_at, saved_at) SELECT 'draft', shop_id, id, 0, 0 FROM appointments WHERE id = ${appointment}`,
	`UPDATE checkouts SET draft_id = 'draft' WHERE id = (SELECT checkout_id FROM appointments WHERE id = ${appointment})`,
]
const plantMessage = `INSERT INTO outbox (id, kind, dedupe_key, payload, created_at, next_attempt_at)
	SELECT 'message', 'booked', 'booked:' || id, json_object('appointmentId', id), 0, 0 FROM appointments WHERE id = ${appointment}`

const plantAccount = `INSERT INTO users (id, email, password_hash, created_at) VALUES ('account', 'ada@example.com', '', 0)`

const zina = `'nailed-by-zina-card-demo'`
const plantReward = (userId: string, kind: string) =>
	`INSERT INTO rewards (id, enrollment_id, shop_id, user_id, milestone_id, cycle_count, appointment_id, reward_kind, description, code, earned_at, expires_at)
		SELECT 'reward', id, shop_id, '${userId}', 'nailed-by-zina-card-5', 9, ${appointment}, '${kind}', '', 'CODE', 0, 1 FROM loyalty_enrollments WHERE id = ${zina}`

const plantRewardUse = `INSERT INTO reward_uses (checkout_id, reward_id, used_at) SELECT checkout_id, 'reward', 0 FROM appointments WHERE id = ${appointment}`

/** A checkout of the nails' shop took the code of the demo client; `friend` is SQL for its account. */
const plantReferral = (status: 'paid' | 'reserved', friend = 'NULL') =>
	`INSERT INTO referrals (checkout_id, shop_id, code, enrollment_id, referrer_kobo, friend_kobo, friend_user_id, is_same_device, created_at, status, settled_at)
		SELECT (SELECT checkout_id FROM appointments WHERE shop_id = enrollment.shop_id AND status = 'CONFIRMED' LIMIT 1), shop_id, 'CODE',
			enrollment.id, 1000, 1000, ${friend}, 0, 0, '${status}', ${status === 'paid' ? '1' : 'NULL'}
		FROM loyalty_enrollments enrollment WHERE id = ${zina}`

/** The demo client's subscription with places ahead, and the session that they wait for. */
const weekly = `(SELECT subscription_id FROM session_waits)`
const fullSession = `(SELECT session_id FROM session_waits)`

/** A kiosk key of the nails' shop, and a webhook of it that was told of a visit; `shopOf` is SQL for whose visit. */
const plantPhoto = `INSERT INTO shop_photos (id, shop_id, position, alt, type, width, height, digest, is_agreed, created_at)
	VALUES ('photo', 'mama-iyabo', 0, 'Braids', 'webp', 640, 480, '', 1, 0)`
const plantKey = `INSERT INTO access_keys (id, shop_id, kind, name, secret_hash, pin_hash, created_at)
	VALUES ('key', 'nailed-by-zina', 'kiosk', 'Desk', 'secret', 'pin', 1)`
const plantDelivery = (shopId: string, endedAt: string) => [
	`INSERT INTO shop_webhooks (id, shop_id, url, secret, created_at, ended_at) VALUES ('hook', ${shopId}, 'https://a.example', '', 0, ${endedAt})`,
	`INSERT INTO shop_deliveries (id, webhook_id, kind, dedupe_key, appointment_id, payload, created_at, next_attempt_at)
		SELECT 'delivery', 'hook', 'booked', 'booked', id, '{}', 0, 0 FROM appointments WHERE id = ${appointment}`,
]
/** Blocked time of the person and at the time of the visit. */
const plantBlock = `INSERT INTO blocked_times (id, shop_id, staff_member_id, starts_at, ends_at, created_at)
	SELECT 'block', shop_id, staff_member_id, starts_at, ends_at, 0 FROM calendar_entries WHERE id = ${entry}`

/** For each invariant, by the beginning of its name: how to break it without constraints. */
const planted: Record<string, string[]> = {
	'D39: the stamps of an enrollment': [
		`UPDATE loyalty_enrollments SET visits_count = visits_count - 1 WHERE id = ${zina}`,
	],
	'a person is off from the day': [
		`UPDATE staff_members SET last_day = '2026-11-30' WHERE id = (SELECT min(id) FROM staff_members)`,
	],
	'D39: a card holds': [
		`UPDATE punch_cards SET visits_required = 4 WHERE program_id = 'nailed-by-zina-card'`,
	],
	'D29: what an enrollment spent': [
		`UPDATE loyalty_visits SET paid_kobo = paid_kobo + 1 WHERE enrollment_id = ${zina}`,
	],
	'D35: a counted visit': [
		`UPDATE loyalty_visits SET visited_on = '2020-01-01' WHERE rowid = (SELECT min(rowid) FROM loyalty_visits)`,
	],
	'D35: an enrollment and its rewards': [plantReward('somebody', 'discount')],
	'a program is found': [`UPDATE loyalty_programs SET name = name || '!' WHERE id = 'nailed-by-zina-card'`],
	'each appointment says when': [`DELETE FROM appointment_updates WHERE appointment_id = ${appointment}`],
	'D65: a customer is found': [`UPDATE customer_documents SET words = words || '!' WHERE number = 1`],
	'D42: cashback of a milestone': [plantReward('demo-client', 'cashback')],
	'D29: what a customer has': [`UPDATE cashback_accounts SET user_id = 'somebody'`],
	'D36: a visit that was not cancelled in time': [
		`UPDATE appointments SET reward_id = 'lost' WHERE client_id IN (SELECT id FROM clients WHERE user_id = 'demo-client')`,
	],
	'D37: a visit that was cancelled in time': [
		plantReward('demo-client', 'discount'),
		`UPDATE rewards SET used_at = 1 WHERE id = 'reward'`,
		`INSERT INTO reward_uses (checkout_id, reward_id, used_at) SELECT checkout_id, 'reward', 0 FROM appointments
			WHERE status = 'CANCELLED' AND cancelled_at <= refundable_until_at LIMIT 1`,
	],
	'D37: a reward of a visit': [
		plantReward('demo-client', 'discount'),
		plantRewardUse,
		`UPDATE rewards SET used_at = 1 WHERE id = 'reward'`,
	],
	'D36: cashback pays no tip': [`UPDATE appointments SET cashback_kobo = -1 WHERE id = ${appointment}`],
	'D35: an account of cashback': [
		`INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES ('cashback:nobody:NGN', 'cashback', 'nobody', 'NGN')`,
	],
	'D41: a referral waits': [plantReferral('paid')],
	'D41: a friend is referred': [plantReferral('reserved', `'demo-client'`)],
	'D38: cashback is written off': [
		`INSERT INTO cashback_write_offs (id, account_id, appointment_id, amount_kobo, reason, written_off_at)
			SELECT 'off', account.id, visit.id, 1, 'visit_undone', 0 FROM cashback_accounts account
			JOIN appointments visit ON visit.shop_id <> account.shop_id LIMIT 1`,
	],
	'D38: what a visit gave': [
		`DELETE FROM loyalty_milestones WHERE reward_kind = 'cashback'`,
		`UPDATE ledger_entries SET occasion = replace(occasion, 'cashback:', 'cashback:none') WHERE occasion LIKE 'cashback:%'`,
	],
	'F20: a visit that was completed again': [
		`INSERT INTO cashback_write_offs (id, account_id, appointment_id, amount_kobo, reason, written_off_at)
			SELECT 'off', account.id, visit.id, 1, 'visit_undone', 0 FROM cashback_accounts account
			JOIN appointments visit ON visit.shop_id = account.shop_id AND visit.status = 'COMPLETED' LIMIT 1`,
		`UPDATE appointments SET completions = 2 WHERE id = (SELECT appointment_id FROM cashback_write_offs)`,
		`INSERT INTO ledger_entries (id, occasion, occurred_at, recorded_at)
			SELECT 'again', 'cashback:' || appointment_id || ':2', 0, 0 FROM cashback_write_offs`,
	],
	'D40: a completed visit says': [
		`UPDATE appointments SET completed_at = 1 WHERE id = (SELECT min(id) FROM appointments WHERE status = 'SCHEDULED')`,
	],
	'I4: no session': [`UPDATE plan_sessions SET capacity = 1 WHERE id = ${fullSession}`],
	'I2: money that started a plan': [
		`UPDATE transactions SET outcome = 'subscribed' WHERE payment_reference = 'whole'`,
	],
	'D45: what was bought': [`UPDATE subscriptions SET price_kobo = price_kobo + 100 WHERE id = ${weekly}`],
	'I4: a subscription gives': [`UPDATE subscriptions SET max_entries_per_week = 1 WHERE id = ${weekly}`],
	'I4: the entries of a subscription': [
		`UPDATE subscription_usage SET entries_after = entries_after + 1 WHERE rowid = (SELECT min(rowid) FROM subscription_usage)`,
	],
	'I4: a place has one entry': [
		`UPDATE subscription_entries SET week_starts_at = 0 WHERE rowid = (SELECT min(rowid) FROM subscription_entries WHERE booking_id IS NOT NULL)`,
	],
	'D11: an entry comes back': [
		`UPDATE subscription_entries SET returned_at = NULL WHERE returned_at IS NOT NULL`,
	],
	'D47: a place is of the time': [
		`UPDATE session_bookings SET user_id = 'somebody' WHERE rowid = (SELECT min(rowid) FROM session_bookings)`,
	],
	'D47: nobody has places': [
		`UPDATE session_bookings SET (starts_at, ends_at) = (SELECT max(starts_at), max(ends_at) FROM session_bookings)
			WHERE subscription_id = ${weekly} AND status = 'booked'`,
	],
	'D47: a place that is kept': [`UPDATE subscriptions SET ends_at = starts_at + 1 WHERE id = ${weekly}`],
	'F16: no two live periods': [
		`UPDATE subscriptions SET plan_id = (SELECT plan_id FROM subscriptions WHERE id = ${weekly})`,
	],
	'F17: of a subscription that was cancelled': [
		`UPDATE subscriptions SET cancelled_at = 1, cancellation_reason = '' WHERE id = ${weekly}`,
	],
	'F22: a place that is kept': [
		`UPDATE subscriptions SET (paused_at, resumes_at, pause_count) = (1, ends_at, 1) WHERE id = ${weekly}`,
	],
	'D47: a session that was called off': [
		`UPDATE plan_sessions SET called_off_at = 1 WHERE id = ${fullSession}`,
	],
	'D35: a subscription is': [`UPDATE subscriptions SET shop_id = 'mama-iyabo' WHERE id = ${weekly}`],
	'D45: a period that goes on': [
		`UPDATE subscriptions SET renews_subscription_id = 'itura-spa-plan-five-foot-spas-of-demo-client' WHERE id = ${weekly}`,
	],
	'I6: a code of check-in': [
		`INSERT INTO check_in_codes (id, subscription_id, shop_id, typed_code, created_at, expires_at, used_at, used_by_key)
			SELECT 'code', id, shop_id, 'ABCDEF', 0, 1, 0, 'key' FROM subscriptions WHERE id = ${weekly}`,
	],
	'D49: who waits': [`UPDATE session_waits SET user_id = 'somebody'`],
	'D55: a wait is for a service': [`UPDATE slot_waits SET offer_count = 1`],
	'D55: no freed time is offered': [
		`UPDATE slot_waits SET offer_count = 1, offered_at = 0, offered_starts_at = 1800000, offer_expires_at = 900001`,
	],
	'D66: a time that waits': [
		`INSERT INTO deposit_links (checkout_id, shop_id, code, asked_at)
			SELECT checkout_id, shop_id, 'CODE', 0 FROM appointments WHERE id = ${appointment}`,
	],
	'D49: an offer lasts': [
		`UPDATE session_waits SET offer_count = 1, offered_at = 0, offer_expires_at = 1800001`,
	],
	'I1: no two live appointments': [
		`UPDATE appointments SET (starts_at, ends_at) = (SELECT starts_at, ends_at FROM appointments WHERE id = ${otherAppointmentOfSameStaff}) WHERE id = ${appointment}`,
	],
	'I1: nobody is in two places': [
		`UPDATE calendar_entries SET (starts_at, ends_at, blocked_until_at) = (SELECT starts_at, ends_at, blocked_until_at FROM calendar_entries WHERE appointment_id = ${otherAppointmentOfSameStaff}) WHERE id = ${entry}`,
	],
	'I1: nothing was booked or held over': plantHold,
	'I1: a live appointment keeps': [`DELETE FROM calendar_entries WHERE id = ${entry}`],
	'I1: the calendar and the booked': [
		`UPDATE calendar_entries SET start_minute = start_minute - 5 WHERE id = ${entry}`,
	],
	'F15: each calendar entry': [
		`UPDATE appointment_services SET duration_minutes = duration_minutes + 30 WHERE appointment_id = ${appointment}`,
	],
	'I1: a cancelled visit': [
		`UPDATE appointments SET status = 'CANCELLED', cancelled_at = 1 WHERE id = ${appointment}`,
	],
	'I1: a hold keeps': [...plantHold, `UPDATE holds SET expires_at = expires_at + 1`],
	'I5: the uses of a promo code': [
		`UPDATE promo_codes SET current_uses = current_uses + 1 WHERE max_uses IS NULL`,
	],
	'I5: a live appointment with': [
		`DELETE FROM promo_uses WHERE checkout_id = (SELECT checkout_id FROM appointments WHERE id = ${promoAppointment})`,
	],
	'I6: a mailed link': [
		plantAccount,
		`INSERT INTO account_tokens (id, token_hash, kind, user_id, created_at, expires_at, used_at) VALUES ('link', '', 'reset', 'account', 0, 1, 2)`,
	],
	'I9: what an account booked': [
		plantAccount,
		`UPDATE checkouts SET created_by_user_id = 'account' WHERE id = (SELECT checkout_id FROM appointments WHERE id = ${appointment})`,
	],
	'I13: a client row': [
		`UPDATE checkouts SET email = 'another@example.com' WHERE id = (SELECT checkout_id FROM appointments WHERE id = ${appointment})`,
	],
	'I13: an account': [
		`UPDATE checkouts SET email = NULL WHERE client_id = (SELECT client_id FROM appointments WHERE id = ${appointment})`,
		`UPDATE clients SET user_id = 'demo-client', email = NULL WHERE id = (SELECT client_id FROM appointments WHERE id = ${appointment})`,
	],
	'I9: an address': [
		plantAccount,
		`INSERT INTO users (id, email, password_hash, created_at) VALUES ('twin', 'ada@example.com ', '', 0)`,
	],
	'I7: a total is': [`UPDATE appointments SET total_kobo = total_kobo + 100 WHERE id = ${appointment}`],
	'I7: an appointment and its checkout': [
		`UPDATE checkouts SET tip_kobo = tip_kobo + 100, total_kobo = total_kobo + 100 WHERE id = (SELECT checkout_id FROM appointments WHERE id = ${appointment})`,
	],
	'the minutes of a visit': [
		`UPDATE appointments SET duration_minutes = duration_minutes + 5 WHERE id = ${appointment}`,
	],
	'a visit has a row': [`DELETE FROM appointment_services WHERE appointment_id = ${appointment}`],
	'I8: no row points': [
		`UPDATE appointment_services SET service_id = 'gone' WHERE appointment_id = ${appointment}`,
	],
	'I14: no draft is older': [
		`INSERT INTO job_runs VALUES ('purge', 200000000)`,
		`INSERT INTO drafts (id, shop_id, created_at, saved_at) SELECT 'old', id, 0, 0 FROM shops LIMIT 1`,
	],
	'I14: nothing of a checkout': [
		`INSERT INTO job_runs VALUES ('purge', 5000000000)`,
		`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice, payment_method, status, first_name, last_name, created_at)
			SELECT 'old', shop_id, id, 'old', 0, 0, 0, 0, 'online', 'CARD', 'PENDING', '', '', 0 FROM clients LIMIT 1`,
	],
	'I14: no message that was sent': [
		`INSERT INTO job_runs VALUES ('purge', 9000000000)`,
		`INSERT INTO outbox (id, kind, dedupe_key, payload, created_at, sent_at, next_attempt_at) VALUES ('old', 'moved', 'old', '{}', 0, 0, 0)`,
	],
	'I14: nothing stands at a bell': [
		`INSERT INTO job_runs VALUES ('purge', 9000000000)`,
		`INSERT INTO notifications (id, user_id, kind, title, words, path, told_at) SELECT 'old', id, 'booked', '', '', '/', 0 FROM users LIMIT 1`,
	],
	'no account that is gone is told': [
		`INSERT INTO message_opt_outs (subject, topic, opted_out_at) VALUES ('gone', 'plans', 0)`,
	],
	'a booked draft': [
		...plantBookedDraft,
		plantMessage,
		`UPDATE drafts SET appointment_id = NULL WHERE id = 'draft'`,
	],
	'each booking has exactly one': plantBookedDraft,
	'a shop has a look': [`DELETE FROM opening_looks WHERE shop_id = 'nailed-by-zina'`],
	'a photo is of a service': [
		plantPhoto,
		`UPDATE shop_photos SET service_id = (SELECT id FROM services WHERE shop_id <> 'mama-iyabo' LIMIT 1)`,
	],
	'bytes that a photo names': [plantPhoto, `INSERT INTO loose_photos (id, loose_at) VALUES ('photo', 0)`],
	"a shop's rating": [
		`UPDATE shops SET rating_sum = rating_sum + 1 WHERE id = (SELECT shop_id FROM reviews WHERE rating < 5 LIMIT 1)`,
	],
	'a review is of a completed': [
		`UPDATE appointments SET status = 'CONFIRMED' WHERE id = (SELECT appointment_id FROM reviews LIMIT 1)`,
	],
	'no two bookings read alike': [
		`UPDATE appointments SET reference_number = (SELECT lower(reference_number) FROM appointments WHERE id = ${promoAppointment}) WHERE id = ${appointment}`,
	],
	'a link that was opened': [
		plantKey,
		`INSERT INTO kiosk_links (token_hash, shop_id, name, created_at, expires_at, key_id) VALUES ('link', 'mama-iyabo', 'Desk', 0, 1, 'key')`,
	],
	'a calendar feed is': [
		plantKey,
		`INSERT INTO calendar_feeds (id, shop_id, key_id, secret_hash, created_at) SELECT 'feed', id, 'key', 'feed', 0 FROM shops
			WHERE id <> (SELECT shop_id FROM access_keys WHERE id = 'key') LIMIT 1`,
	],
	'a person’s device': [
		plantKey,
		`UPDATE access_keys SET role = 'person', staff_member_id = (SELECT id FROM staff_members WHERE shop_id <> access_keys.shop_id LIMIT 1)`,
	],
	'five wrong PINs': [plantKey, `UPDATE access_keys SET wrong_pins = 5`],
	'what was done at a shop': [
		plantKey,
		`INSERT INTO shop_acts (id, request_id, shop_id, key_id, kind, subject_id, summary, acted_at)
			VALUES ('act', 'act', 'mama-iyabo', 'key', 'visit_completed', 'x', '', 2)`,
	],
	'nothing waits to be sent': plantDelivery(
		`(SELECT shop_id FROM appointments WHERE id = ${appointment})`,
		'1',
	),
	'a program is told': plantDelivery(
		`(SELECT id FROM shops WHERE id <> (SELECT shop_id FROM appointments WHERE id = ${appointment}) LIMIT 1)`,
		'NULL',
	),
	'blocked time is of': [
		plantBlock,
		`UPDATE blocked_times SET shop_id = (SELECT id FROM shops WHERE id <> blocked_times.shop_id LIMIT 1)`,
	],
	'nobody is booked in': [plantBlock],
	'D52: only a missed': [`UPDATE appointments SET missed_at = 1 WHERE id = ${appointment}`],
	'one guest of a shop': [
		`INSERT INTO clients (id, shop_id, first_name, last_name, email, created_at)
			SELECT 'twin', shop_id, '', '', upper(email), 0 FROM clients WHERE email IS NOT NULL AND user_id IS NULL LIMIT 1`,
	],
}

const breaches = [
	...Object.entries(planted).map(([beginning, statements]) => ({ beginning, how: '', statements })),
	...Object.entries({ ...paymentBreaches, ...payoutBreaches }).flatMap(([beginning, ways]) =>
		Object.entries(ways).map(([how, statements]) => ({ beginning, how, statements })),
	),
]

test('the demo data, with payments in every state, are sound', async () => {
	await expectSound(database())
})

describe('without the laws of the database', () => {
	let transaction: Awaited<ReturnType<ReturnType<typeof database>['client']['transaction']>>

	beforeEach(async () => {
		const { client } = database()
		const namedConstraints = await client.execute(`SELECT name FROM sqlite_master WHERE type = 'trigger'`)
		transaction = await client.transaction('write')
		await transaction.batch([
			'PRAGMA defer_foreign_keys = ON',
			...namedConstraints.rows.map((word) => `DROP TRIGGER ${word.name}`),
		])
	})

	afterEach(async () => {
		await transaction.rollback()
	})

	test.each(breaches)(
		'the auditor catches a breach of "$beginning…" $how',
		async ({ beginning, statements }) => {
			await transaction.batch(statements)
			const broken = (await audit(transaction)).map(({ invariant }) => invariant)
			expect(broken).toContainEqual(expect.stringMatching(`^${beginning}`))
		},
	)

	test('each invariant is broken by one of them, and by its own name alone', () => {
		const beginnings = [...new Set(breaches.map(({ beginning }) => beginning))]
		const broken = beginnings.map((beginning) => invariants.filter(({ name }) => name.startsWith(beginning)))
		expect(broken.every((named) => named.length === 1)).toBe(true)
		expect(
			broken
				.flat()
				.map(({ name }) => name)
				.toSorted(),
		).toEqual(invariants.map(({ name }) => name).toSorted())
	})

	test('a booking with its draft and its message is sound', async () => {
		await transaction.batch([...plantBookedDraft, plantMessage])
		expect(await audit(transaction)).toEqual([])
	})

	test('other checkouts of its draft wait for payments that may still come, and that is sound', async () => {
		await transaction.batch([
			...plantBookedDraft,
			plantMessage,
			`UPDATE checkouts SET draft_id = 'draft' WHERE id IN ('checkout-open', 'checkout-offered')`,
		])
		expect(await audit(transaction)).toEqual([])
	})

	test('a key that is used at once, by a Worker whose clock is some seconds behind, is sound', async () => {
		const act = (id: string, actedAt: number) =>
			`INSERT INTO shop_acts (id, request_id, shop_id, key_id, kind, subject_id, summary, acted_at)
				SELECT '${id}', '${id}', shop_id, id, 'visit_completed', 'x', '', ${actedAt} FROM access_keys WHERE id = 'key'`
		const sinceThen = `UPDATE access_keys SET created_at = 1000000 WHERE id = 'key'`
		await transaction.batch([plantKey, sinceThen, act('soon', 995_000)])
		expect(await audit(transaction)).toEqual([])
		await transaction.batch([act('before', 900_000)])
		expect((await audit(transaction)).map(({ subject }) => subject)).toEqual(['before'])
	})

	test('a draft that names the appointment of another draft is caught', async () => {
		await transaction.batch([
			...plantBookedDraft,
			plantMessage,
			`UPDATE drafts SET appointment_id = ${otherAppointmentOfSameStaff}`,
		])
		expect((await audit(transaction)).map(({ invariant }) => invariant)).toContainEqual(
			expect.stringMatching(/^a booked draft/),
		)
	})

	test('a second message about one booking is caught', async () => {
		await transaction.batch([
			...plantBookedDraft,
			plantMessage,
			`INSERT INTO outbox (id, kind, dedupe_key, payload, created_at, next_attempt_at)
				SELECT 'again', kind, 'booked:again', payload, created_at, next_attempt_at FROM outbox`,
		])
		expect(await audit(transaction)).not.toEqual([])
	})
})
