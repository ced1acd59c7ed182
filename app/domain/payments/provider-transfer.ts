import type { Kobo } from '#app/kernel/money.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'

/** A bank by its code, and ten digits. */
export type BankAccount = { bankCode: string; accountNumber: string }

export type TransferToStart = {
	/** 16 to 50 of a–z, 0–9, '-' and '_'; never used before. */
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
