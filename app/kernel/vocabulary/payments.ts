/**
 * Providers that collect, refund and pay out. Only a provider's folder in `domain/payments` speaks its protocol. In the
 * database this growing list is rows.
 */
export const paymentProviders = ['paystack'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

const providerLabels: Record<string, string> = {
	paystack: 'Paystack',
} satisfies Record<PaymentProviderName, string>

/** The stored name where this release does not know the provider. */
export function providerLabel(name: string): string {
	return providerLabels[name] ?? name
}

/** Ways to pay online that an operator may offer, in the page's order. */
export const paymentChannels = ['card', 'bank_transfer', 'ussd'] as const
export type PaymentChannel = (typeof paymentChannels)[number]

/** What a payment buys: settling dispatches on it. */
export const purchaseKinds = ['appointment', 'plan'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

/**
 * `created`: the row exists. `open`: the payment page is known. `replaced`: by a newer attempt. `not_started`: it could
 * not start. `closed`: no money after 72 hours. Money may arrive in each state, and 'paid' is final.
 */
export const attemptStatuses = ['created', 'open', 'replaced', 'not_started', 'closed', 'paid'] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

/** A test key's payments are not real. */
export const paymentModes = ['test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** A payment becomes a visit, an offer of other times, a plan, or a refund (I2). */
export const paymentOutcomes = ['booked', 'offered', 'subscribed', 'refund'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/** A refund is decided and not yet requested, then as its provider reports it. */
export const refundStatuses = [
	'requested',
	'pending',
	'processing',
	'processed',
	'failed',
	'needs-attention',
] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The last two are decided at the provider. */
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

/** The payer's bank took all or a part, or nothing. */
export const disputeOutcomes = ['lost', 'won'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

/** Money that went back without our request: a lost dispute, or a refund on the dashboard. */
export const returnCauses = ['dispute', 'refund'] as const

/** What the provider holds for us, and its fees. Stored words: those of the first provider. */
export const HELD_BY_PROVIDER = 'paystack'
export const PROVIDER_FEES = 'paystack_fees'

/**
 * The ledger's accounts. Cashback is the shop's debt to a customer and its expense. `shop_paid` is all that was settled
 * with a shop: money, or a fee or commission that it bore.
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

/** Lines of a customer's transactions (D20). */
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
