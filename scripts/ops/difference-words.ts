import type { BalanceDifferenceKind } from '#app/domain/payments/balance-difference.ts'
import type { DifferenceKind } from '#app/domain/payments/payment-difference.ts'
import type { PayoutDifferenceKind } from '#app/flows/payouts/reconcile-payouts.server.ts'

/** Differences between Paystack and the database, for the operator: about a payment. */
export const differenceWords: Record<DifferenceKind, string> = {
	paid_not_settled: 'paid at Paystack, but not settled here',
	closed_although_paid: 'paid at Paystack, but given up here',
	paid_for_past_start:
		'paid at Paystack, but not settled here, and its time has passed: ask the shop whether the visit took place; settle it with --include-past (other times are offered, then it is refunded), or refund it on the Paystack dashboard',
	lost_checkout: 'paid at Paystack, but lost here; what it paid for is known',
	lost_past_checkout:
		'paid at Paystack, but lost here, and its time has passed: ask the shop whether the visit took place; rebuild it with --include-past (other times are offered, then it is refunded), or refund it on the Paystack dashboard',
	unknown_here:
		'paid at Paystack, but unknown here, as is what it paid for: write to the payer, or refund it on the Paystack dashboard',
	not_paid_there: 'paid here, but not at Paystack: check both by hand',
	amount_differs: 'the amounts differ: check both by hand',
	refund_unknown_here:
		'refunded at Paystack, but not here: cancel the visit with the shop, or settle it with the payer',
	refund_not_there: 'refunded here, but Paystack has no refund: send it from the Paystack dashboard',
	refund_amount_differs: 'the refund amounts differ: check both by hand',
	refund_status_differs: 'the refund is further along at Paystack than here',
	ledger_unsound: 'the ledger is not sound',
}

/** About a payout. */
export const payoutDifferenceWords: Record<PayoutDifferenceKind, string> = {
	transfer_unknown_here:
		'a transfer of ours at Paystack that is unknown here: the database was perhaps restored',
	payout_not_there: 'paid out here, but Paystack has no such transfer: check both by hand',
	payout_amount_differs: 'the amounts differ: check both by hand',
	payout_status_differs: 'the transfer is further along at Paystack than here',
	payout_ended_otherwise: 'it ended here and there in different ways: check both by hand',
	payout_fee_differs: 'the fees of the transfer differ: check both by hand',
}

/** What to do where Paystack's balance differs from our ledger. */
export const balanceDifferenceWords: Record<BalanceDifferenceKind, string> = {
	balance_debit_unknown_here:
		'money left Paystack’s balance, and the ledger here does not know of it. If it came to your bank, record it with `payouts settled`; if not, ask Paystack what it was for',
	balance_credit_unknown_here:
		'money came into Paystack’s balance, and the ledger here does not know of it. If you added it, record it with `payouts settled --added`; if not, ask Paystack where it came from',
	balance_payment_unknown_here:
		'Paystack’s ledger has this payment, and the ledger here does not: run it again with --from on the day when the payment was started, and with --apply',
	balance_refund_unknown_here:
		'Paystack returned this money, and the ledger here does not have it: look for the refund on the Paystack dashboard, then run it again with --from on the day when it was asked for, and with --apply',
	balance_transfer_unknown_here:
		'a transfer took this money, and no payout here belongs to it: look for it on the Paystack dashboard. If it went to your own bank, record it with `payouts settled`; if not, compare it with the shops’ payouts by hand before the next run',
	balance_return_unknown_here:
		'the money of a transfer came back, and the ledger here does not have it: run it again with --from on the day of the transfer, and with --apply',
	balance_amount_differs:
		'Paystack’s ledger has another sum for it than the ledger here: compare amount and fee by hand on the Paystack dashboard',
	balance_not_there:
		'the ledger here has it, and Paystack’s ledger does not: look for it on the Paystack dashboard, and ask Paystack if it is not there',
	balance_not_whole:
		'the lines of Paystack’s ledger do not add up to its own balances: run it again, and ask Paystack which line is missing or wrong if it stays so',
}
