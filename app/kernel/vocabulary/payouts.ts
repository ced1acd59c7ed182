/** Where a transfer is, as its provider tells it. */
export const transferStatuses = [
	'received',
	'pending',
	'otp',
	'success',
	'failed',
	'reversed',
	'abandoned',
	'blocked',
	'rejected',
] as const
export type TransferStatus = (typeof transferStatuses)[number]

/**
 * Where a payout is: written down and not yet asked for, then where its transfer is, or called off by the operator
 * before the bank had it.
 */
export const payoutStatuses = ['written', ...transferStatuses, 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** Of a payout that is on its way: what becomes of its money is not known yet. */
export const pendingPayoutStatuses = [
	'written',
	'received',
	'pending',
	'otp',
] as const satisfies PayoutStatus[]

/** Of a payout whose money is not at the shop: its rows are due again. */
export const voidPayoutStatuses = [
	'failed',
	'reversed',
	'abandoned',
	'blocked',
	'rejected',
	'cancelled',
] as const satisfies PayoutStatus[]

/** Of a payout that came to nothing, and may have been sent all the same. What came back had been sent. */
export const latePayoutStatuses = [
	'failed',
	'abandoned',
	'blocked',
	'rejected',
	'cancelled',
] as const satisfies PayoutStatus[]

/** A transfer of the provider that the row names. Its stored word is the name of the first one. */
export const BY_TRANSFER = 'paystack'

/** Who sends the money: the provider, or the operator's bank, which gets a file. */
export const payoutWays = [BY_TRANSFER, 'bank_file'] as const
export type PayoutWay = (typeof payoutWays)[number]

/** Who bears a fee. */
export const feeBearers = ['shop', 'operator'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** Why a row is due to the shop, or the shop's debt (D56, D59). 'given_back' above zero gives such a debt back. */
export const payoutReasons = [
	'completed',
	'no_show',
	'late_cancellation',
	'not_closed',
	'plan_used',
	'plan_kept',
	'given_back',
	'made_less',
	'paid_twice',
] as const
export type PayoutReason = (typeof payoutReasons)[number]

/** Who set an account that payouts go to. */
export const payoutAccountSetters = ['owner', 'operator'] as const
export type PayoutAccountSetter = (typeof payoutAccountSetters)[number]
