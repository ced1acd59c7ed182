import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChannel, PurchaseKind, RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { EventReading, ProviderEvent } from './provider-event.ts'
import type { ProviderLists } from './provider-lists.ts'
import type {
	BalanceOutcome,
	BankAccount,
	BanksOutcome,
	CreateRecipientOutcome,
	ResolveAccountOutcome,
	StartTransferOutcome,
	TransferOutcome,
	TransferToStart,
} from './provider-transfer.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/**
 * A company that takes payments online, sends them back and pays shops out. The only door to it: each one has a folder
 * here that turns its protocol into these words (docs/decisions/145). A call answers and never throws for what happens
 * outside; a `why` is a short word for the log, without keys or anything that a person typed.
 */
export type PaymentProvider = {
	/** As the rows of its payments name it. */
	name: string

	/** A new payment page, for a reference that was never used before (R33). */
	start: (payment: PaymentToStart) => Promise<StartOutcome>
	/** What it knows of a payment. Whether that is good enough, `verifyPaymentMatch` says. */
	verify: (paymentReference: string) => Promise<VerifyOutcome>

	/** Asks for money to go back. That it was taken is the begin of a process, not its end. */
	refund: (refund: RefundToStart) => Promise<RefundOutcome>
	/** Where a refund is, by its number. */
	readRefund: (refundId: string) => Promise<ReadRefundOutcome>
	/** Finds a refund whose answer or number was lost (F10). */
	findRefund: (wanted: RefundToFind) => Promise<FindRefundOutcome>

	/** Sends money from the balance. That it was taken is the begin of a process, not its end. */
	transfer: (transfer: TransferToStart) => Promise<StartTransferOutcome>
	/** Where a transfer is, by our reference. */
	verifyTransfer: (payoutReference: string) => Promise<TransferOutcome>
	/** Whose account that is, by the bank's own word. 'not_found': no bank or no account of that number. */
	resolveAccount: (account: BankAccount) => Promise<ResolveAccountOutcome>
	/** Its name for that account, equal for equal accounts: transfers are sent to it. */
	createRecipient: (account: BankAccount & { holderName: string }) => Promise<CreateRecipientOutcome>
	/** What it holds for us in naira; negative where we owe it. */
	balance: () => Promise<BalanceOutcome>
	/** The banks that naira can be sent to. */
	banks: () => Promise<BanksOutcome>

	/** Read by the operator's program alone. */
	lists: ProviderLists

	/** Reads what was posted as its event, where the signature shows that it sent these very bytes (K6). */
	readEvent: (body: Uint8Array<ArrayBuffer>, signature: string | null) => Promise<EventReading>
	/** Reads an event again that was received before; null for one that is not understood. */
	readReceived: (payload: string) => ProviderEvent | null
}

/** By the names that rows have. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>

type Unknown = { outcome: 'unknown'; why: string }

export type PaymentToStart = {
	paymentReference: string
	amountKobo: Kobo
	email: string
	/** Where the payer is sent back to, and where 'Cancel' leads. */
	callbackUrl: string
	cancelUrl: string
	channels: readonly PaymentChannel[]
	buys: PurchaseKind
	/** The purchase, as the operator reads it in the provider's list of payments. */
	description: string
	/** The purchase, signed, to rebuild it from after a loss (docs/decisions/021). */
	checkoutCopy?: string | null
}

/** 'unknown': the payment was perhaps started. Only a page on the provider's own origin counts as one. */
export type StartOutcome =
	| { outcome: 'started'; authorizationUrl: string }
	| { outcome: 'refused'; why: 'duplicate_reference' | 'invalid_amount' | 'invalid_key' | 'other' }
	| { outcome: 'no_url' | 'foreign_url' }
	| Unknown

/** 'not_found': the provider does not know the reference, which never means that its payment failed. */
export type VerifyOutcome =
	| { outcome: 'found'; payment: VerifiedPayment }
	| { outcome: 'not_found' }
	| Unknown

export type RefundToStart = {
	paymentReference: string
	/** Left out: all of it. */
	amountKobo?: Kobo
	customerNote: string
	merchantNote: string
}

/** Where a refund is that a provider has taken. */
export type TakenRefundStatus = Exclude<RefundStatus, 'requested'>

/** 'unknown': the money is perhaps on its way back. `message` is the provider's own sentence, for the operator. */
export type RefundOutcome =
	| { outcome: 'accepted'; refundId: string; status: TakenRefundStatus }
	| { outcome: 'refused'; why: 'already_refunded' | 'other'; message: string }
	| Unknown

/** A refund of a whole payment, no matter who asked for it, or of a part of exactly that amount. */
export type RefundToFind = {
	paymentReference: string
	amountKobo: Kobo
	isWhole: boolean
	/** Of refunds that are known by their number: they are skipped. */
	otherRefundIds: readonly string[]
}

export type ReadRefundOutcome =
	| { outcome: 'found'; status: TakenRefundStatus }
	| { outcome: 'not_found' }
	| Unknown

/** 'none': of a payment that has arrived, nothing was refunded. `refundId` is null where no number is told. */
export type FindRefundOutcome =
	| { outcome: 'found'; refundId: string | null; status: TakenRefundStatus }
	| { outcome: 'none' }
	| Unknown
