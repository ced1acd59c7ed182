/** Paystack's words for where a transfer is. */
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
