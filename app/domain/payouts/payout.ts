import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PayoutStatus, PayoutWay } from '#app/kernel/vocabulary/payouts.ts'

export type Payout = {
	reference: string
	shopId: string
	way: PayoutWay
	/** The provider sends the payout; the operator's bank sends payouts by file. */
	provider: string
	mode: PaymentMode
	status: PayoutStatus
	/** With tips, before commission and fees. */
	grossKobo: Kobo
	commissionKobo: Kobo
	paymentFeeKobo: Kobo
	transferFeeKobo: Kobo
	amountKobo: Kobo
	currency: string
	/** The provider's fee for the transfer. */
	chargedFeeKobo: Kobo | null
	/** The provider's or the bank's reference. */
	outsideReference: string | null
	createdAt: Instant
	changedAt: Instant
	account: PayoutTarget
}

export type PayoutTarget = {
	accountId: string
	bankCode: string
	bankName: string
	accountNumber: string
	holderName: string
	recipientCode: string | null
}

/** A log line for the operator. It names no person. */
export function alertOfPayout(reference: string, what: string): string {
	return `ALERT payout ${reference}: ${what}`
}
