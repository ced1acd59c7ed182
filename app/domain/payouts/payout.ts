import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PayoutStatus, PayoutWay } from '#app/kernel/vocabulary/payouts.ts'

/** Money on its way to a shop, or there. */
export type Payout = {
	reference: string
	shopId: string
	way: PayoutWay
	/** Sends it; nothing asks it of what the operator's bank sends. */
	provider: string
	mode: PaymentMode
	status: PayoutStatus
	/** With tips, before what the shop bears of it. */
	grossKobo: Kobo
	commissionKobo: Kobo
	paymentFeeKobo: Kobo
	transferFeeKobo: Kobo
	/** What is sent. */
	amountKobo: Kobo
	currency: string
	/** What the provider took for sending it. */
	chargedFeeKobo: Kobo | null
	/** What the provider, or the bank, calls it. */
	outsideReference: string | null
	createdAt: Instant
	changedAt: Instant
	/** Where it went. */
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
