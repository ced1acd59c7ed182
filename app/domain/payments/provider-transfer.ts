import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'
import type { VerifiedPayment } from './payment-match.ts'

/** A bank by its code, and ten digits. */
export type BankAccount = { bankCode: string; accountNumber: string }

export type TransferToStart = {
	/** 16 to 50 characters of a–z, 0–9, '-' and '_'; never used before. */
	reference: string
	amountKobo: Kobo
	recipientCode: string
	/** For the receiver's bank. */
	reason: string
}

/** The caller compares the amount. */
export type ProviderTransfer = {
	status: TransferStatus
	amountKobo: Kobo
	/** Always naira: other currencies are not understood. */
	currency: string
	transferCode: string | null
	/** Null where it is not named. */
	feeKobo: Kobo | null
}

type Unknown = { outcome: 'unknown'; why: string }

/** 'not_found': no transfer of that reference, as far as this key can see. */
export type TransferOutcome = ({ outcome: 'found' } & ProviderTransfer) | { outcome: 'not_found' } | Unknown

/** 'refused': no money moves. 'unknown': the transfer may have started. */
export type StartTransferOutcome =
	| ({ outcome: 'taken' } & ProviderTransfer)
	/** `message` is the provider's own sentence, for the operator. */
	| { outcome: 'refused'; why: 'duplicate_reference' | 'no_balance' | 'other'; message: string }
	| Unknown

export type ResolveAccountOutcome =
	| { outcome: 'found'; holderName: string }
	| { outcome: 'not_found' }
	| Unknown

export type CreateRecipientOutcome =
	| { outcome: 'made'; recipientCode: string }
	| { outcome: 'refused'; message: string }
	| Unknown

export type BalanceOutcome = { outcome: 'found'; balanceKobo: Kobo } | Unknown

export type BanksOutcome = { outcome: 'found'; banks: { code: string; name: string }[] } | Unknown

/** A provider's records of a period, a page at a time, newest first. */
export type ProviderLists = {
	payments: (input: ProviderPageInput) => Promise<ListOutcome<ListedPayment>>
	refunds: (input: ProviderPageInput) => Promise<ListOutcome<ListedRefund>>
	transfers: (input: ProviderPageInput) => Promise<ListOutcome<ListedTransfer>>
	balanceLedger: (input: ProviderPageInput) => Promise<ListOutcome<BalanceChange>>
}

export type ProviderPageInput = { from: Instant; to: Instant; page: number }

/** 'unknown': no answer, or an answer without a list. */
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
	/** The kind of cause, as far as the provider documents it. */
	moves: 'payment' | 'transfer' | null
	/** The provider's number of the cause. */
	modelId: string | null
	createdAt: Instant
}
