/**
 * Who takes payments online, sends them back, and pays shops out. Only the folder of a provider in `domain/payments`
 * speaks its protocol. The list grows: in the database it is rows.
 */
export const paymentProviders = ['paystack'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

const providerLabels: Record<string, string> = {
	paystack: 'Paystack',
} satisfies Record<PaymentProviderName, string>

/** A provider as people call it; its name in the rows where this release does not know it. */
export function providerLabel(name: string): string {
	return providerLabels[name] ?? name
}

/** The ways to pay online that an operator may offer, in the order of the payment page. */
export const paymentChannels = ['card', 'bank_transfer', 'ussd'] as const
export type PaymentChannel = (typeof paymentChannels)[number]

/** What a payment buys: settling dispatches on it. */
export const purchaseKinds = ['appointment', 'plan'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

/**
 * Where one attempt to pay is: its row is there, its payment page is known, a newer one took its place, it could not
 * be started, the provider's final answer after 72 hours was no money, or its money arrived. Money may arrive in each
 * of them, and 'paid' is final.
 */
export const attemptStatuses = ['created', 'open', 'replaced', 'not_started', 'closed', 'paid'] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

/** Whose money it is: a test key's payments are not real. */
export const paymentModes = ['test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** The outcome of a payment: the visit, an offer of other times, the plan, or the money goes back (I2). */
export const paymentOutcomes = ['booked', 'offered', 'subscribed', 'refund'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/** Where a refund is: decided and not yet asked for, and from then on as its provider tells it. */
export const refundStatuses = [
	'requested',
	'pending',
	'processing',
	'processed',
	'failed',
	'needs-attention',
] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Why money goes back. The last two are decided at the provider, not here. */
export const refundReasons = [
	'cancelled',
	'visit_changed',
	'second_payment',
	'time_lost',
	'offer_declined',
	'promo_used_up',
	'plan_cancelled',
	'plan_not_on_offer',
	'amount_mismatch',
	'currency_mismatch',
	'by_operator',
	'dispute_lost',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** How a dispute ended: the payer's bank took the money back, all or a part, or it stayed. */
export const disputeOutcomes = ['lost', 'won'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

/** By what a part of a payment went back that was not asked for here: a lost dispute, or a refund on the dashboard. */
export const returnCauses = ['dispute', 'refund'] as const

/** The ledger's accounts of what the provider holds for us, and of its fees. Stored words: those of the first one. */
export const HELD_BY_PROVIDER = 'paystack'
export const PROVIDER_FEES = 'paystack_fees'

/**
 * The accounts of the ledger. Cashback is a debt to its customer, by the shop, and what a shop gives as cashback is its
 * expense. Payments with cashback are the shop's takings. `shop_paid` is all that was settled with a shop of what it
 * is due: as money, or as a fee or commission that it bore.
 */
export const ledgerAccountKinds = [
	HELD_BY_PROVIDER,
	PROVIDER_FEES,
	'customer_money',
	'shop_due',
	'staff_tips',
	'shop_cashback',
	'cashback',
	'cashback_spent',
	'shop_paid',
	'payout_pending',
	'commission',
	'payment_fee',
	'transfer_fee',
	'operator_bank',
] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

/** What can happen to a customer's money and rewards, each a line of their transactions (D20). */
export const movementKinds = [
	'paid',
	'deposit',
	'refund',
	'kept',
	'paid_at_shop',
	'cashback_earned',
	'cashback_reversed',
	'cashback_spent',
	'cashback_returned',
	'referral_earned',
	'referral_taken_back',
	'reward_earned',
	'reward_used',
] as const
export type MovementKind = (typeof movementKinds)[number]
