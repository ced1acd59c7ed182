import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { ProviderTransfer } from './provider-transfer.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/** A provider's records of a time, a page at a time, the newest first. */
export type ProviderLists = {
	payments: (input: AskedPage) => Promise<ListOutcome<ListedPayment>>
	refunds: (input: AskedPage) => Promise<ListOutcome<ListedRefund>>
	transfers: (input: AskedPage) => Promise<ListOutcome<ListedTransfer>>
	balanceLedger: (input: AskedPage) => Promise<ListOutcome<BalanceChange>>
}

export type AskedPage = { from: Instant; to: Instant; page: number }

/** 'unknown': no answer, or none with a list. */
export type ListOutcome<Row> =
	| { outcome: 'page'; rows: Row[]; isLast: boolean }
	| { outcome: 'unknown'; why: string }

export type ListedPayment = {
	payment: VerifiedPayment
	email: string | null
	/** The signed copy of its checkout (docs/decisions/021). */
	checkoutCopy: string | null
}

export type ListedRefund = {
	refundId: string
	/** The provider's number. */
	paymentId: string
	amountKobo: Kobo
	status: Exclude<RefundStatus, 'requested'>
}

export type ListedTransfer = ProviderTransfer & {
	/** The provider's number, which its ledger uses. */
	transferId: string
	reference: string | null
	createdAt: Instant
}

export type BalanceChange = {
	/** The provider's number of this line. */
	id: string
	/** Positive: into the balance. */
	differenceKobo: Kobo
	/** After this line. */
	balanceKobo: Kobo
	currency: string
	reason: string
	/** The provider's word for the cause. */
	model: string
	/** As far as its documentation says. */
	moves: 'payment' | 'transfer' | null
	/** The provider's number of the cause. */
	modelId: string | null
	createdAt: Instant
}
