import type { World } from '../world.ts'
import { visitHistories } from './visit-history.ts'

/** The messages that follow from a row: of which kinds, named by which part of their payload, and how many at least. */
type Due = { what: string; kinds: readonly string[]; by: string; sql: string }

const toCustomer = 'JOIN checkouts agreed ON agreed.id = visit.checkout_id AND agreed.email IS NOT NULL'
/** Its address is that of the town: what was told before is in no other mailbox. */
const toShop = `JOIN shops shop ON shop.id = visit.shop_id AND shop.email = shop.id || '@example.com'`
const ofPayment = (reference: string) =>
	`JOIN payment_attempts attempt ON attempt.payment_reference = ${reference}
		JOIN checkouts agreed ON agreed.id = attempt.checkout_id AND agreed.email IS NOT NULL`

/** What a customer or a shop has to be told, by what a row says. The auditor counts bookings. */
const dues: readonly Due[] = [
	{
		what: 'an online booking is told to its shop',
		kinds: ['shop_booked'],
		by: 'appointmentId',
		sql: `SELECT visit.id AS subject, 1 AS times FROM appointments visit ${toShop} WHERE visit.is_walk_in = 0`,
	},
	{
		what: 'a cancellation is told to its customer',
		kinds: ['cancelled'],
		by: 'appointmentId',
		sql: `SELECT visit.id AS subject, 1 AS times FROM appointments visit ${toCustomer} WHERE visit.status = 'CANCELLED'`,
	},
	{
		what: 'a cancellation by the customer is told to the shop',
		kinds: ['shop_cancelled'],
		by: 'appointmentId',
		sql: `SELECT visit.id AS subject, 1 AS times FROM appointments visit ${toShop}
			WHERE visit.status = 'CANCELLED' AND visit.cancellation_reason IS NULL`,
	},
	{
		what: 'a move by the customer is told to the shop',
		kinds: ['shop_moved', 'shop_changed'],
		by: 'appointmentId',
		sql: `SELECT visit.id AS subject, count(*) AS times FROM appointments visit ${toShop} ${toCustomer}
			JOIN outbox told ON told.kind IN ('moved', 'changed') AND told.payload ->> 'appointmentId' = visit.id
				AND told.payload ->> 'isByShop' IS NULL GROUP BY visit.id`,
	},
	{
		what: 'a complaint is told to the shop',
		kinds: ['visit_problem_reported'],
		by: 'appointmentId',
		sql: `SELECT visit.id AS subject, 1 AS times FROM visit_problems problem
			JOIN appointments visit ON visit.id = problem.appointment_id ${toShop}`,
	},
	{
		what: 'the reward of a completed visit is told',
		kinds: ['reward_earned'],
		by: 'appointmentId',
		sql: `SELECT DISTINCT visit.id AS subject, 1 AS times FROM rewards reward
			JOIN appointments visit ON visit.id = reward.appointment_id ${toCustomer}`,
	},
	{
		what: 'an offer of other times is told',
		kinds: ['other_time_offered'],
		by: 'paymentReference',
		sql: `SELECT came.payment_reference AS subject, 1 AS times FROM transactions came ${ofPayment('came.payment_reference')}
			WHERE came.offer_expires_at IS NOT NULL`,
	},
	{
		what: 'a refund that no act of the customer explains is told when it is decided',
		kinds: ['refund_started'],
		by: 'paymentReference',
		sql: `SELECT refund.payment_reference AS subject, 1 AS times FROM refunds refund ${ofPayment('refund.payment_reference')}
			WHERE refund.part = 0 AND refund.reason IN ('second_payment', 'time_lost', 'offer_declined', 'promo_used_up',
				'plan_cancelled', 'plan_not_on_offer', 'amount_mismatch', 'currency_mismatch')`,
	},
	{
		what: 'each refund that arrived is told',
		kinds: ['refunded'],
		by: 'paymentReference',
		sql: `SELECT refund.payment_reference AS subject, count(*) AS times FROM refunds refund
			${ofPayment('refund.payment_reference')} WHERE refund.status = 'processed' GROUP BY refund.payment_reference`,
	},
	{
		what: 'a payout that arrived is told to its shop',
		kinds: ['shop_payout_sent'],
		by: 'payoutReference',
		sql: `SELECT visit.reference AS subject, 1 AS times FROM payouts visit ${toShop} WHERE visit.status = 'success'`,
	},
	{
		what: 'a payout that failed or came back is told to its shop',
		kinds: ['shop_payout_failed'],
		by: 'payoutReference',
		sql: `SELECT visit.reference AS subject, 1 AS times FROM payouts visit ${toShop}
			WHERE visit.status IN ('failed', 'abandoned', 'blocked', 'rejected', 'reversed')`,
	},
	{
		what: 'a plan that began is told to its holder',
		kinds: ['plan_started'],
		by: 'subscriptionId',
		sql: `SELECT period.id AS subject, 1 AS times FROM subscriptions period JOIN users ON users.id = period.user_id`,
	},
	{
		what: 'a place in a session is told to its holder',
		kinds: ['session_booked'],
		by: 'bookingId',
		sql: `SELECT place.id AS subject, 1 AS times FROM session_bookings place JOIN users ON users.id = place.user_id`,
	},
	{
		what: 'a place that the shop called off is told to its holder',
		kinds: ['session_called_off'],
		by: 'bookingId',
		sql: `SELECT place.id AS subject, 1 AS times FROM session_bookings place JOIN users ON users.id = place.user_id
			WHERE place.cancelled_by = 'shop'`,
	},
	{
		what: 'each offer of a seat is told',
		kinds: ['seat_offered'],
		by: 'waitId',
		sql: `SELECT id AS subject, offer_count AS times FROM session_waits WHERE offer_count > 0`,
	},
	{
		what: 'each offer of a freed time is told',
		kinds: ['slot_offered'],
		by: 'waitId',
		sql: `SELECT id AS subject, offer_count AS times FROM slot_waits WHERE offer_count > 0`,
	},
]

/**
 * What had to be told, by hand: each row that a customer or a shop has to know of has its messages. Whether they then
 * go out, and once, is judged by the mails themselves.
 */
export async function judgeQueuedMessages(world: World): Promise<void> {
	const { sql, find } = world
	const queued = new Map<string, number>()
	const rows = await sql.rows('SELECT kind, payload FROM outbox')
	for (const { kind, payload } of rows) {
		const named: Record<string, unknown> = JSON.parse(String(payload))
		for (const [part, value] of Object.entries(named)) {
			const key = `${kind} ${part} ${value}`
			queued.set(key, (queued.get(key) ?? 0) + 1)
		}
	}
	const countOf = (kinds: readonly string[], by: string, subject: unknown) =>
		kinds.reduce((sum, kind) => sum + (queued.get(`${kind} ${by} ${subject}`) ?? 0), 0)
	for (const { what, kinds, by, sql: query } of dues)
		for (const { subject, times } of await sql.rows(query)) {
			const count = countOf(kinds, by, subject)
			if (count < Number(times)) find(`message: ${what}: ${subject} has ${count} of ${times}`)
		}
	for (const { id, reference, email, starts } of (await visitHistories(world)).values()) {
		if (email === null) continue
		const moves = starts.filter(({ startsAt }, i) => i > 0 && starts[i - 1]?.startsAt !== startsAt).length
		const count = countOf(['moved', 'changed'], 'appointmentId', id)
		if (count < moves)
			find(`message: each move is told to its customer: ${reference} has ${count} of ${moves}`)
	}
	await judgeCountedOffers(world, countOf)
}

/** A wait counts each time that its customer was offered: with none forgotten it ends after a few. */
async function judgeCountedOffers(
	{ sql, find }: World,
	countOf: (kinds: readonly string[], by: string, subject: unknown) => number,
): Promise<void> {
	const waits = await sql.rows(
		`SELECT id, offer_count FROM slot_waits WHERE NOT EXISTS (SELECT 1 FROM outbox told WHERE told.kind = 'slot_offered'
			AND told.payload ->> 'waitId' = slot_waits.id AND told.user_id IS NOT slot_waits.user_id)`,
	)
	for (const { id, offer_count } of waits) {
		const count = countOf(['slot_offered'], 'waitId', id)
		if (count > Number(offer_count)) find(`line: ${id} was offered ${count} times, and counts ${offer_count}`)
	}
}
