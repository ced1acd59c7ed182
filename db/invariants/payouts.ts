import type { Invariant } from './invariant.ts'

export const isVoidPayout = `status IN ('failed', 'reversed', 'abandoned', 'blocked', 'rejected', 'cancelled')`
const isPending = `status IN ('written', 'received', 'pending', 'otp')`

/** Balances that differ; `expected` selects account ids with the right sums. */
const differing = (kinds: string, expected: string) => `SELECT id AS subject FROM (
		${expected}
		UNION ALL SELECT id, -balance_kobo FROM ledger_accounts WHERE kind IN (${kinds})
	) GROUP BY id HAVING sum(kobo) <> 0`

export const payoutsInvariants: readonly Invariant[] = [
	{
		name: 'D56: a payout that lives is the sum of its rows, and the rows of one that came to nothing are void',
		sql: `SELECT reference AS subject FROM payouts LEFT JOIN payout_items item ON item.payout_reference = reference
			GROUP BY reference HAVING sum(item.earned_kobo + item.tip_kobo) IS NOT gross_kobo
				OR sum(item.commission_kobo) IS NOT payouts.commission_kobo OR sum(item.payment_fee_kobo) IS NOT payouts.payment_fee_kobo
				OR sum(item.voided_at IS NOT NULL) <> CASE WHEN ${isVoidPayout} THEN count(*) ELSE 0 END`,
	},
	{
		name: 'D56: no payment is paid out twice, and none to another shop',
		// The sum may stay negative in two cases: a payout came back after its debt was taken, or the payout that took the
		// debt arrived late. Money that arrived late may have been sent twice: it is a debt until taken.
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
				JOIN payout_items item ON item.payment_reference = payment.payment_reference
				JOIN payouts payout ON payout.reference = item.payout_reference
				GROUP BY payment.id HAVING sum((item.earned_kobo + item.tip_kobo) * (item.voided_at IS NULL))
					NOT BETWEEN -sum(max(0, item.earned_kobo + item.tip_kobo) * (payout.status = 'reversed')
							+ max(0, -item.earned_kobo - item.tip_kobo) * (payout.arrived_late_at IS NOT NULL))
						AND payment.amount_kobo + sum(max(0, item.earned_kobo + item.tip_kobo) * (payout.arrived_late_at IS NOT NULL))
			UNION ALL SELECT item.payment_reference FROM payout_items item
				JOIN transactions payment ON payment.payment_reference = item.payment_reference
				JOIN payouts payout ON payout.reference = item.payout_reference WHERE payout.shop_id <> payment.shop_id
			UNION ALL SELECT reference FROM payouts JOIN payout_accounts account ON account.id = account_id
				WHERE account.shop_id <> payouts.shop_id`,
	},
	{
		name: 'D59: of a payment that counts as settled, the shop has had what is the shop’s',
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
			WHERE payment.is_payout_open = 0 AND coalesce((SELECT sum(earned_kobo + tip_kobo) FROM payout_items item
					WHERE item.payment_reference = payment.payment_reference AND item.voided_at IS NULL), 0)
				<> CASE WHEN payment.outcome IN ('booked', 'subscribed') THEN payment.amount_kobo - (SELECT coalesce(sum(amount_kobo), 0)
					FROM refunds WHERE payment_reference = payment.payment_reference AND part > 0) ELSE 0 END`,
	},
	{
		name: 'I3: what was settled with shops, and what is on its way, is what the payouts say',
		sql: differing(
			`'shop_paid', 'payout_pending'`,
			`SELECT 'shop_paid:' || shop_id || ':' || currency AS id, gross_kobo AS kobo FROM payouts WHERE NOT ${isVoidPayout}
				UNION ALL SELECT 'payout_pending:' || shop_id || ':' || currency, amount_kobo FROM payouts WHERE ${isPending}`,
		),
	},
	{
		name: 'I3: commission and fees are what the payouts took and cost',
		sql: differing(
			`'commission', 'payment_fee', 'transfer_fee'`,
			`SELECT 'commission::' || currency AS id, -commission_kobo AS kobo FROM payouts WHERE NOT ${isVoidPayout}
				UNION ALL SELECT 'payment_fee::' || currency, -payment_fee_kobo FROM payouts WHERE NOT ${isVoidPayout}
				UNION ALL SELECT 'transfer_fee::' || currency, -transfer_fee_kobo FROM payouts WHERE NOT ${isVoidPayout}
				UNION ALL SELECT 'transfer_fee::' || currency, charged_fee_kobo FROM payouts WHERE charged_fee_kobo IS NOT NULL`,
		),
	},
	{
		name: 'I3: the operator’s bank has what Paystack settled to it, less what it paid to shops',
		sql: differing(
			`'operator_bank'`,
			`SELECT 'operator_bank::' || currency AS id, -charged_fee_kobo - CASE status WHEN 'success' THEN amount_kobo ELSE 0 END AS kobo
					FROM payouts WHERE way = 'bank_file' AND charged_fee_kobo IS NOT NULL
				UNION ALL SELECT account.id, line.amount_kobo FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
					JOIN ledger_accounts account ON account.id = line.account_id AND account.kind = 'operator_bank' WHERE entry.kind = 'settlement'`,
		),
	},
]
