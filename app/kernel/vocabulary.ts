/**
 * The closed lists that more than one context shares. A list exists once: types, database checks,
 * form options and screens are all made from here.
 */

/** The chips of Discover, in their fixed order (spec 1 §2). 'All' is the absence of a choice. */
export const categories = [
	{ id: 'hair-beauty', name: 'Hair & Beauty' },
	{ id: 'spa-massage', name: 'Spa & Massage' },
	{ id: 'nails', name: 'Nails' },
	{ id: 'skincare', name: 'Skincare' },
	{ id: 'fitness', name: 'Fitness' },
] as const
export type CategoryId = (typeof categories)[number]['id']

export const shopTypes = ['beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail'] as const
export type ShopType = (typeof shopTypes)[number]

/** What a customer may choose at checkout; `storedPaymentMethod` says how each is kept (spec 1 §3). */
export const paymentChoices = ['cash', 'transfer', 'pos', 'online'] as const
export type PaymentChoice = (typeof paymentChoices)[number]

export const paymentMethods = ['CASH', 'TRANSFER', 'CARD'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export function storedPaymentMethod(choice: PaymentChoice): PaymentMethod {
	if (choice === 'cash') return 'CASH'
	return choice === 'transfer' ? 'TRANSFER' : 'CARD'
}

export const paymentStatuses = ['pending', 'completed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The ways to pay online that an operator may offer, in Paystack's words and in the order of its page. */
export const paymentChannels = ['card', 'bank_transfer', 'ussd'] as const
export type PaymentChannel = (typeof paymentChannels)[number]

export const appointmentStatuses = ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

export const checkoutStatuses = ['PENDING', 'COMPLETED'] as const

/** What a shop asks for when a visit is paid online: all of it, a percentage, or an amount in kobo. */
export const depositKinds = ['none', 'percent', 'amount'] as const
export type DepositKind = (typeof depositKinds)[number]

/**
 * Where one attempt to pay is: its row is there, its payment page is known, a newer one took its place, it could not be
 * started, nothing came of it in 72 hours, or its money arrived. Money may arrive in each of them, and 'paid' is final.
 */
export const attemptStatuses = ['created', 'open', 'replaced', 'not_started', 'closed', 'paid'] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

/** Whose money it is: a test key's payments are not real. */
export const paymentModes = ['test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** What became of a payment: the visit, an offer of other times, or the money goes back (guide: reliability, I2). */
export const paymentOutcomes = ['booked', 'offered', 'refund'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/** Paystack's words for where a refund is, before them our own: decided, and not yet asked for. */
export const refundStatuses = [
	'requested',
	'pending',
	'processing',
	'processed',
	'failed',
	'needs-attention',
] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Why money goes back. The last two are decided at Paystack, not here. */
export const refundReasons = [
	'cancelled',
	'second_payment',
	'time_lost',
	'offer_declined',
	'promo_used_up',
	'amount_mismatch',
	'currency_mismatch',
	'by_operator',
	'dispute_lost',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** The accounts of the ledger. The first two are the operator's; the others are what it owes. */
export const ledgerAccountKinds = [
	'paystack',
	'paystack_fees',
	'customer_money',
	'shop_due',
	'staff_tips',
] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

export const discountTypes = ['percent', 'amount'] as const
export type DiscountType = (typeof discountTypes)[number]

/** How the tip was chosen: not at all, one of the presets, or a custom amount. */
export const tipKinds = ['none', 'percent', 'custom'] as const
export type TipKind = (typeof tipKinds)[number]

export const tipPresetPercents = [10, 15, 20, 25] as const

/** The only role that may use this app (spec 1 §6). */
export const CLIENT_ROLE = 'client'

/** What a mailed link does. */
export const accountTokenKinds = ['reset', 'verify'] as const
export type AccountTokenKind = (typeof accountTokenKinds)[number]

/** What is counted against guessing; each by account, by device or by network address. */
export const guessKinds = [
	'sign-in-account',
	'sign-in-device',
	'sign-in-network',
	'register-network',
	'reset-account',
	'reset-network',
	'promo-network',
] as const
export type GuessKind = (typeof guessKinds)[number]
