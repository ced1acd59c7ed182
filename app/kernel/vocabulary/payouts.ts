/** A transfer as its provider reports it. */
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

/** `written`: not yet requested. `cancelled`: by the operator, before the bank had it. The others: its transfer's. */
export const payoutStatuses = ['written', ...transferStatuses, 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** The outcome of the money is not known yet. */
export const pendingPayoutStatuses = [
	'written',
	'received',
	'pending',
	'otp',
] as const satisfies PayoutStatus[]

/** The money is not at the shop: the payout's rows are due again. */
export const voidPayoutStatuses = [
	'failed',
	'reversed',
	'abandoned',
	'blocked',
	'rejected',
	'cancelled',
] as const satisfies PayoutStatus[]

/** A failed payout that may have been sent all the same. 'reversed' was sent. */
export const latePayoutStatuses = [
	'failed',
	'abandoned',
	'blocked',
	'rejected',
	'cancelled',
] as const satisfies PayoutStatus[]

/** A transfer of the provider that the row names. Stored word: the first provider's name. */
export const BY_TRANSFER = 'paystack'

/** Sent by the provider, or by the operator's bank from a file. */
export const payoutWays = [BY_TRANSFER, 'bank_file'] as const
export type PayoutWay = (typeof payoutWays)[number]

export const feeBearers = ['shop', 'operator'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** Why a row is due to the shop, or is its debt (D56, D59). A positive 'given_back' repays such a debt. */
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

export const payoutAccountSetters = ['owner', 'operator'] as const
export type PayoutAccountSetter = (typeof payoutAccountSetters)[number]
