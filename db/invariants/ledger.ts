import type { Invariant } from './invariant.ts'
import { isVoidPayout } from './payouts.ts'

/** Whether `payment`, among those of its checkout, started a plan. */
const startedPlan = `EXISTS (SELECT 1 FROM checkouts paid JOIN subscriptions ON subscriptions.checkout_id = paid.id
	WHERE paid.id = payment.checkout_id AND paid.payment_reference = payment.payment_reference)`

/** Of `payment`: refunded parts of an appointment that stayed (D53). */
export const differences = `(SELECT coalesce(sum(amount_kobo), 0) FROM refunds WHERE payment_reference = payment.payment_reference AND part > 0)`

/** Whether the shop had earned the payment when `refund`, a part of it, was requested. */
const wasEarned = `(payment.appointment_id IS NOT NULL OR ${startedPlan})
	AND (payment.outcome <> 'refund' OR refund.requested_at <= payment.resolved_at)`

const ourOwn = `('paystack', 'paystack_fees')`

/** The ledger agrees with the tables of payments and refunds (I3). */
export const ledgerInvariants: readonly Invariant[] = [
	{
		name: 'I3: an entry has two lines at least, and they sum to zero in each currency',
		sql: `SELECT coalesce(entry.occasion, line.entry_id) AS subject FROM ledger_lines line
				JOIN ledger_accounts account ON account.id = line.account_id
				LEFT JOIN ledger_entries entry ON entry.id = line.entry_id
				GROUP BY line.entry_id, account.currency HAVING sum(line.amount_kobo) <> 0
			UNION ALL SELECT occasion FROM ledger_entries
				WHERE (SELECT count(*) FROM ledger_lines WHERE entry_id = ledger_entries.id) < 2`,
	},
	{
		name: 'I3: a line has its entry and its account',
		sql: `SELECT line.entry_id || ' → ' || line.account_id AS subject FROM ledger_lines line
			LEFT JOIN ledger_entries entry ON entry.id = line.entry_id
			LEFT JOIN ledger_accounts account ON account.id = line.account_id
			WHERE entry.id IS NULL OR account.id IS NULL`,
	},
	{
		name: 'I3: a balance is the sum of its lines',
		sql: `SELECT account.id AS subject FROM ledger_accounts account LEFT JOIN ledger_lines line ON line.account_id = account.id
			GROUP BY account.id
			HAVING account.balance_kobo <> coalesce(sum(line.amount_kobo), 0)
				* (SELECT balance_sign FROM ledger_account_kinds WHERE kind = account.kind)`,
	},
	{
		name: 'I3: nobody is owed less than nothing',
		sql: `SELECT id AS subject FROM ledger_accounts 
			WHERE kind IN (SELECT kind FROM ledger_account_kinds WHERE balance_sign = -1) AND balance_kobo < 0`,
	},
	{
		name: `I3: a payment is the customer's until it is booked or has arrived back with them`,
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
				LEFT JOIN ledger_accounts account ON account.id = 'customer_money:' || payment.payment_reference || ':' || payment.currency
				WHERE coalesce(account.balance_kobo, 0) <>
					CASE WHEN payment.outcome IN ('booked', 'subscribed') THEN ${differences} ELSE payment.amount_kobo END
						- (SELECT coalesce(sum(amount_kobo), 0) FROM refunds WHERE payment_reference = payment.payment_reference AND status = 'processed')
			UNION ALL SELECT id FROM ledger_accounts WHERE kind = 'customer_money' AND balance_kobo <> 0 AND NOT EXISTS
				(SELECT 1 FROM transactions WHERE payment_reference = ledger_accounts.owner AND currency = ledger_accounts.currency)`,
	},
	{
		name: 'I3: each payment, booking, giving back and return is entered, and nothing else is',
		sql: `WITH expected AS (
				SELECT 'payment:' || payment_reference AS occasion FROM transactions
				UNION ALL SELECT 'booking:' || payment_reference FROM transactions WHERE appointment_id IS NOT NULL
				UNION ALL SELECT 'plan:' || payment.payment_reference FROM transactions payment WHERE ${startedPlan}
				UNION ALL SELECT 'given-back:' || payment_reference FROM transactions payment
					WHERE (appointment_id IS NOT NULL OR ${startedPlan}) AND outcome = 'refund'
				UNION ALL SELECT 'changed:' || refund.payment_reference || ':' || part FROM refunds refund
					JOIN transactions payment ON payment.payment_reference = refund.payment_reference
					WHERE part > 0 AND ${wasEarned}
				UNION ALL SELECT 'refund:' || payment_reference || CASE part WHEN 0 THEN '' ELSE ':' || part END FROM refunds WHERE status = 'processed'
				UNION ALL SELECT 'payout:' || reference FROM payouts
				UNION ALL SELECT 'payout-sent:' || reference FROM payouts WHERE charged_fee_kobo IS NOT NULL
				UNION ALL SELECT kind || reference FROM payouts JOIN (SELECT 'payout-void:' AS kind UNION ALL SELECT 'payout-late:')
					WHERE arrived_late_at IS NOT NULL
				UNION ALL SELECT CASE WHEN charged_fee_kobo IS NULL THEN 'payout-void:' ELSE 'payout-returned:' END || reference
					FROM payouts WHERE ${isVoidPayout}
			)
			SELECT occasion AS subject FROM expected WHERE occasion NOT IN (SELECT occasion FROM ledger_entries)
			UNION ALL SELECT occasion FROM ledger_entries
				WHERE occasion NOT IN (SELECT occasion FROM expected) AND kind NOT LIKE 'cashback%' AND kind NOT LIKE 'referral%'
					AND kind <> 'settlement'`,
	},
	{
		name: 'I3: a shop and its staff are due what was booked and paid there, and no more',
		sql: `SELECT id AS subject FROM (
				SELECT 'shop_due:' || shop_id || ':' || currency AS id, amount_kobo - staff_tip_kobo - ${differences} AS due_kobo
					FROM transactions payment WHERE outcome IN ('booked', 'subscribed')
				UNION ALL SELECT 'staff_tips:' || shop_id || ':' || currency, staff_tip_kobo FROM transactions WHERE outcome = 'booked'
				UNION ALL SELECT id, -balance_kobo FROM ledger_accounts WHERE kind IN ('shop_due', 'staff_tips')
			) GROUP BY id HAVING sum(due_kobo) <> 0`,
	},
	{
		// Held money and fees together equal what came in, less what went out. Our fees may be lower than Paystack's: some
		// customers bore them.
		name: 'I3: Paystack has, with its fees, all that came and did not go back, to a shop or to the operator’s bank',
		sql: `SELECT 'paystack ' || currency AS subject FROM (
				SELECT currency, amount_kobo AS moved_kobo FROM transactions
				UNION ALL SELECT currency, -amount_kobo FROM refunds WHERE status = 'processed'
				UNION ALL SELECT currency, -charged_fee_kobo - CASE status WHEN 'success' THEN amount_kobo ELSE 0 END
					FROM payouts WHERE way = 'paystack' AND charged_fee_kobo IS NOT NULL
				UNION ALL SELECT account.currency, line.amount_kobo FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
					JOIN ledger_accounts account ON account.id = line.account_id AND account.kind = 'paystack' WHERE entry.kind = 'settlement'
				UNION ALL SELECT currency, -balance_kobo FROM ledger_accounts WHERE kind IN ${ourOwn}
			) GROUP BY currency HAVING sum(moved_kobo) <> 0
			UNION ALL SELECT id FROM ledger_accounts WHERE kind = 'paystack_fees' AND balance_kobo >
				(SELECT coalesce(sum(fee_kobo), 0) FROM transactions WHERE currency = ledger_accounts.currency)`,
	},
]
