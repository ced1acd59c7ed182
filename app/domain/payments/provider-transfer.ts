import type { Kobo } from '#app/kernel/money.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'

/** A bank by its code, and the ten digits of an account there. */
export type BankAccount = { bankCode: string; accountNumber: string }

export type TransferToStart = {
	/** 16 to 50 of a–z, 0–9, '-' and '_'; never used before. */
	reference: string
	amountKobo: Kobo
	recipientCode: string
	/** What the receiver's bank shows. */
	reason: string
}

/** What a provider says of a transfer. Whether its amount is the one that was asked for, the caller compares. */
export type ProviderTransfer = {
	status: TransferStatus
	amountKobo: Kobo
	/** Always the naira: an amount of another currency is not understood. */
	currency: string
	transferCode: string | null
	/** Null where it is not said. */
	feeKobo: Kobo | null
}

type Unknown = { outcome: 'unknown'; why: string }

/** 'not_found': no transfer was taken by that reference, as far as this key can see. */
export type TransferOutcome = ({ outcome: 'found' } & ProviderTransfer) | { outcome: 'not_found' } | Unknown

/** 'refused': no money moves. 'unknown': the transfer was perhaps started. */
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
