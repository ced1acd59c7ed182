import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { ProviderTransfer } from './provider-transfer.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/** What a provider has, a page at a time and the newest first. */
export type ProviderLists = {
	/** Payments that were started in that time. */
	payments: (input: AskedPage) => Promise<ListOutcome<ListedPayment>>
	/** Refunds that were asked for in that time. */
	refunds: (input: AskedPage) => Promise<ListOutcome<ListedRefund>>
	/** Transfers that were started in that time. */
	transfers: (input: AskedPage) => Promise<ListOutcome<ListedTransfer>>
	/** Every change of the balance in that time. */
	balanceLedger: (input: AskedPage) => Promise<ListOutcome<BalanceChange>>
}

export type AskedPage = { from: Instant; to: Instant; page: number }

/** 'unknown': there was no answer, or none with a list; `why` is a short word. */
export type ListOutcome<Row> =
	| { outcome: 'page'; rows: Row[]; isLast: boolean }
	| { outcome: 'unknown'; why: string }

/** A payment of the list, with what only the list is asked for. */
export type ListedPayment = {
	payment: VerifiedPayment
	email: string | null
	/** The signed copy of its checkout that was sent with it (docs/decisions/021). */
	checkoutCopy: string | null
}

export type ListedRefund = {
	refundId: string
	/** The provider's number of the payment. */
	paymentId: string
	amountKobo: Kobo
	status: Exclude<RefundStatus, 'requested'>
}

export type ListedTransfer = ProviderTransfer & {
	/** The provider's number, by which its ledger names the transfer. */
	transferId: string
	/** Null where none is told. */
	reference: string | null
	createdAt: Instant
}

/** One change of the balance. */
export type BalanceChange = {
	/** The provider's number of this line of its ledger. */
	id: string
	/** What came in; negative: went out. */
	differenceKobo: Kobo
	/** After it. */
	balanceKobo: Kobo
	currency: string
	reason: string
	/** The provider's word for what changed it. */
	model: string
	/** What that is here, as far as the provider's documentation says. */
	moves: 'payment' | 'transfer' | null
	/** The provider's number of it. */
	modelId: string | null
	createdAt: Instant
}
