import { DAY_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** The jobs run dry for nine days, and pay in the first six of them, a weekend among these. */
const PAID_WITHIN_MS = 8 * DAY_MS
/** A shop's least share of a payment: commission is a quarter at most, and fees are less. */
const LEAST_SHARE = 0.65
/** More than the least that is paid out, with the fee of its transfer. */
const WORTH_PAYING_KOBO = 1_100_00

/**
 * In the end a shop that can be paid has what it earned. Of visits long over, with nothing open about them, only a sum
 * too small to send may be left, or one that may still be refunded.
 */
export async function judgeUnpaidShops(
	{ sql, paystack, now, find }: World,
	{ isOver }: { isOver: boolean },
): Promise<void> {
	if (!isOver) return
	const since = BigInt(now() - PAID_WITHIN_MS)
	const customersKobo = await sql.count(
		`SELECT coalesce(sum(balance_kobo), 0) FROM ledger_accounts WHERE kind = 'customer_money'`,
	)
	const shops = await sql.rows(
		`SELECT payment.shop_id AS shop, sum(payment.amount_kobo) AS due FROM transactions payment
			JOIN appointments visit ON visit.id = payment.appointment_id
			WHERE payment.outcome = 'booked' AND visit.status = 'COMPLETED' AND visit.completed_at < ?1 AND payment.disputed_at IS NULL
				AND NOT EXISTS (SELECT 1 FROM refunds WHERE payment_reference = payment.payment_reference)
				AND NOT EXISTS (SELECT 1 FROM returned_parts part WHERE part.payment_reference = payment.payment_reference AND part.decided_at IS NULL)
				AND NOT EXISTS (SELECT 1 FROM visit_problems problem WHERE problem.appointment_id = visit.id AND coalesce(problem.resolved_at, ?1) >= ?1)
				AND NOT EXISTS (SELECT 1 FROM payout_items item WHERE item.payment_reference = payment.payment_reference AND item.voided_at IS NULL)
				AND (SELECT max(usable_at) FROM payout_accounts account WHERE account.shop_id = payment.shop_id AND account.stopped_at IS NULL) < ?1
				AND (SELECT payouts_held_until FROM shops WHERE id = payment.shop_id) < ?1
				AND NOT EXISTS (SELECT 1 FROM payouts WHERE shop_id = payment.shop_id AND changed_at >= ?1)
			GROUP BY payment.shop_id`,
		since,
	)
	for (const { shop, due } of shops) {
		const debtKobo = await sql.count(
			`SELECT coalesce(sum(item.earned_kobo + item.tip_kobo), 0) FROM payout_items item
				JOIN transactions payment ON payment.payment_reference = item.payment_reference
				WHERE payment.shop_id = ? AND item.voided_at IS NULL AND (payment.outcome = 'refund'
					OR EXISTS (SELECT 1 FROM refunds WHERE payment_reference = payment.payment_reference)
					OR EXISTS (SELECT 1 FROM payouts WHERE reference = item.payout_reference AND arrived_late_at IS NOT NULL))`,
			String(shop),
		)
		const leastKobo = Number(due) * LEAST_SHARE - debtKobo
		const isThere = paystack.balance.kobo - customersKobo >= Number(due)
		if (isThere && leastKobo >= WORTH_PAYING_KOBO)
			find(`payout: shop ${shop} has had nothing of ${due} that it has earned long ago`)
	}
}
