import type { Instant } from '#app/kernel/instant.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'

/** A payable account, with Paystack's name for it. */
export type SandboxRecipient = {
	id: bigint
	recipientCode: string
	holderName: string
	bankCode: string
	accountNumber: string
	createdAt: Instant
}

export type SandboxTransfer = {
	id: bigint
	/** The app's. */
	reference: string
	transferCode: string
	recipient: SandboxRecipient
	amountKobo: number
	reason: string
	status: TransferStatus
	createdAt: Instant
	changedAt: Instant
	/** Its first success. */
	transferredAt: Instant | null
}

/** A transfer's possible next states; the first is reached by itself. */
const ways: Record<TransferStatus, readonly TransferStatus[]> = {
	received: ['pending', 'rejected', 'blocked'],
	otp: ['pending', 'abandoned'],
	pending: ['success', 'failed', 'reversed'],
	// Also days later.
	success: ['reversed'],
	// Paystack's documentation excludes this; it has been seen.
	failed: ['success'],
	reversed: [],
	abandoned: [],
	blocked: [],
	rejected: [],
}

export function nextStates({ status }: SandboxTransfer): readonly TransferStatus[] {
	return ways[status]
}

/** The fee for sending: ₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above. */
function transferFee(amountKobo: number): number {
	if (amountKobo <= 500_000) return 1_000
	return amountKobo <= 5_000_000 ? 2_500 : 5_000
}

/** 0 for an unsent transfer; a transfer that came back still cost the fee. */
export function chargedFeeKobo({
	amountKobo,
	status,
}: Pick<SandboxTransfer, 'amountKobo' | 'status'>): number {
	return status === 'pending' || status === 'success' || status === 'reversed' ? transferFee(amountKobo) : 0
}

/** What a transfer in that state takes from the balance; nothing before an OTP or an approval. */
export function takenKobo(transfer: Pick<SandboxTransfer, 'amountKobo' | 'status'>): number {
	const isAway = transfer.status === 'pending' || transfer.status === 'success'
	return (isAway ? transfer.amountKobo : 0) + chargedFeeKobo(transfer)
}
