/** A payout to the shop of the payment 'whole', as it was written down; `of` names its amounts. */
const plantPayout = (grossKobo = 1_000, commissionKobo = 0) => [
	`INSERT INTO payout_accounts (id, shop_id, bank_code, bank_name, account_number, holder_name, set_by, confirmed_at, usable_at)
		SELECT 'account', shop_id, '058', 'GTBank', '0123456789', 'ADA', 'owner', 0, 0 FROM transactions WHERE payment_reference = 'whole'`,
	`INSERT INTO payouts (reference, shop_id, account_id, way, mode, gross_kobo, commission_kobo, payment_fee_kobo, transfer_fee_kobo, amount_kobo, created_at, changed_at)
		SELECT 'payout-planted-one', shop_id, 'account', 'paystack', 'test', ${grossKobo}, ${commissionKobo}, 0, 0, ${grossKobo - commissionKobo}, 0, 0 FROM payout_accounts WHERE id = 'account'`,
]
const plantItem = (earnedKobo: number, paymentReference = 'whole') =>
	`INSERT INTO payout_items (payout_reference, payment_reference, nth, reason, due_at, earned_kobo, tip_kobo, commission_kobo, payment_fee_kobo)
		VALUES ('payout-planted-one', '${paymentReference}', 0, 'completed', 0, ${earnedKobo}, 0, 0, 0)`
const plantBalance = (account: string) =>
	`INSERT INTO ledger_accounts (id, kind, owner, currency, balance_kobo)
		VALUES ('${account}:NGN', '${account.split(':')[0]}', '${account.split(':')[1]}', 'NGN', 1)
		ON CONFLICT (id) DO UPDATE SET balance_kobo = balance_kobo + 1`

/** For each invariant about payouts, by the beginning of its name: every way to break it without constraints. */
export const payoutBreaches: Record<string, Record<string, string[]>> = {
	'D56: a payout that lives': {
		'without rows': plantPayout(),
		'with less in its rows': [...plantPayout(), plantItem(999)],
		'with another commission': [...plantPayout(1_000, 10), plantItem(1_000)],
		'with a void row': [
			...plantPayout(),
			plantItem(1_000),
			`UPDATE payout_items SET voided_at = 1 WHERE payout_reference = 'payout-planted-one'`,
		],
		'not any more, and its row does': [
			...plantPayout(),
			plantItem(1_000),
			`UPDATE payouts SET status = 'failed' WHERE reference = 'payout-planted-one'`,
		],
	},
	'D56: no payment is paid out twice': {
		'for more than came': [...plantPayout(900_000_000), plantItem(900_000_000)],
		'for less than nothing': [...plantPayout(), plantItem(-1)],
		'for less than nothing, though one failed before': [
			...plantPayout(),
			plantItem(-1_000),
			`UPDATE payouts SET status = 'success' WHERE reference = 'payout-planted-one'`,
			`INSERT INTO payouts (reference, shop_id, account_id, way, mode, status, gross_kobo, commission_kobo, payment_fee_kobo, transfer_fee_kobo,
					amount_kobo, created_at, changed_at)
				SELECT 'payout-planted-two', shop_id, account_id, way, mode, 'failed', 1000, 0, 0, 0, 1000, created_at, changed_at
					FROM payouts WHERE reference = 'payout-planted-one'`,
			`INSERT INTO payout_items (payout_reference, payment_reference, nth, reason, due_at, earned_kobo, tip_kobo, commission_kobo,
					payment_fee_kobo, voided_at)
				SELECT 'payout-planted-two', payment_reference, 0, 'completed', 1, 1000, 0, 0, 0, 1 FROM payout_items
					WHERE payout_reference = 'payout-planted-one'`,
		],
		'to an account of another shop': [
			...plantPayout(),
			`UPDATE payout_accounts SET shop_id = (SELECT id FROM shops WHERE id <> payout_accounts.shop_id LIMIT 1) WHERE id = 'account'`,
		],
		'to another shop': [
			...plantPayout(),
			plantItem(1_000),
			`UPDATE payouts SET shop_id = (SELECT id FROM shops WHERE id <> payouts.shop_id LIMIT 1) WHERE reference = 'payout-planted-one'`,
		],
	},
	'D59: of a payment that counts as settled': {
		'nothing was paid out': [`UPDATE transactions SET is_payout_open = 0 WHERE payment_reference = 'whole'`],
		'more was paid out than it came to': [
			...plantPayout(),
			plantItem(1_000),
			`UPDATE transactions SET is_payout_open = 0 WHERE payment_reference = 'whole'`,
		],
	},
	'I3: what was settled with shops': {
		'and never was': [plantBalance('shop_paid:nowhere')],
		'on its way, and no payout is': [plantBalance('payout_pending:nowhere')],
		'is not in the ledger': [...plantPayout(), plantItem(1_000)],
	},
	'I3: commission and fees': {
		'that no payout took': [plantBalance('commission:')],
		'that no shop bore': [plantBalance('payment_fee:')],
		'of no transfer': [plantBalance('transfer_fee:')],
	},
	'I3: the operator’s bank has': { 'what was never settled to it': [plantBalance('operator_bank:')] },
}
