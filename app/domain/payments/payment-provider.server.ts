import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChannel, PurchaseKind, RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { VerifiedPayment } from './payment-match.ts'
import type { EventReading, ProviderEvent } from './provider-event.ts'
import type {
	BalanceOutcome,
	BankAccount,
	BanksOutcome,
	CreateRecipientOutcome,
	ListOutcome,
	ProviderLists,
	ResolveAccountOutcome,
	StartTransferOutcome,
	TransferOutcome,
	TransferToStart,
} from './provider-transfer.ts'

/**
 * A company that takes payments, refunds them and pays shops out; its folder translates its protocol into these types
 * (docs/decisions/145).
 *
 * A call never throws for outside failures. `why` is a short word for the log, without keys or typed text.
 */
export type PaymentProvider = {
	/** The name in rows. */
	name: string

	/** A new payment page; the reference was never used before (R33). */
	start: (payment: PaymentToStart) => Promise<StartOutcome>
	/** `verifyPaymentMatch` judges the answer. */
	verify: (paymentReference: string) => Promise<VerifyOutcome>

	/** Starts a refund: acceptance is not its end. */
	refund: (refund: RefundToStart) => Promise<RefundOutcome>
	readRefund: (refundId: string) => Promise<ReadRefundOutcome>
	/** Finds a refund whose answer or number was lost (F10). */
	findRefund: (wanted: RefundToFind) => Promise<FindRefundOutcome>

	/** Sends money from the balance: acceptance is not its end. */
	transfer: (transfer: TransferToStart) => Promise<StartTransferOutcome>
	verifyTransfer: (payoutReference: string) => Promise<TransferOutcome>
	/** The holder's name at the bank. 'not_found': no such bank or account. */
	resolveAccount: (account: BankAccount) => Promise<ResolveAccountOutcome>
	/** The name that transfers use; equal for equal accounts. */
	createRecipient: (account: BankAccount & { holderName: string }) => Promise<CreateRecipientOutcome>
	/** Our balance there in naira; negative where we owe it. */
	balance: () => Promise<BalanceOutcome>
	/** Banks that take naira. */
	banks: () => Promise<BanksOutcome>

	/** For the operator's program alone. */
	lists: ProviderLists

	/** Reads a post as its event, where the signature covers these exact bytes (K6). */
	readEvent: (body: Uint8Array<ArrayBuffer>, signature: string | null) => Promise<EventReading>
	/** Reads a stored event again; null where it is not understood. */
	readReceived: (payload: string) => ProviderEvent | null
}

/** By the names in rows. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>

type Unknown = { outcome: 'unknown'; why: string }

export type PaymentToStart = {
	paymentReference: string
	amountKobo: Kobo
	email: string
	/** The payer's return, and the target of 'Cancel'. */
	callbackUrl: string
	cancelUrl: string
	channels: readonly PaymentChannel[]
	buys: PurchaseKind
	/** For the operator, in the provider's list of payments. */
	description: string
	/** The signed checkout, to restore it after a loss (docs/decisions/021). */
	checkoutCopy?: string | null
}

/** 'unknown': the payment may have started. Only a page on the provider's own origin counts. */
export type StartOutcome =
	| { outcome: 'started'; authorizationUrl: string }
	| { outcome: 'refused'; why: 'duplicate_reference' | 'invalid_amount' | 'invalid_key' | 'other' }
	| { outcome: 'no_url' | 'foreign_url' }
	| Unknown

/** 'not_found': an unknown reference, which never means a failed payment. */
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

export type TakenRefundStatus = Exclude<RefundStatus, 'requested'>

/** 'unknown': the refund may have started. `message` is the provider's own sentence, for the operator. */
export type RefundOutcome =
	| { outcome: 'accepted'; refundId: string; status: TakenRefundStatus }
	| { outcome: 'refused'; why: 'already_refunded' | 'other'; message: string }
	| Unknown

/** A refund of the whole payment, also one requested elsewhere, or of exactly this sum. */
export type RefundToFind = {
	paymentReference: string
	amountKobo: Kobo
	isWhole: boolean
	/** The numbers of other refunds, which are skipped. */
	otherRefundIds: readonly string[]
}

export type ReadRefundOutcome =
	| { outcome: 'found'; status: TakenRefundStatus }
	| { outcome: 'not_found' }
	| Unknown

/** 'none': a received payment without a refund. `refundId` is null where the provider gives no number. */
export type FindRefundOutcome =
	| { outcome: 'found'; refundId: string | null; status: TakenRefundStatus }
	| { outcome: 'none' }
	| Unknown

/** An unread row would look like one that does not exist. */
export class ListNotReadError extends Error {
	override name = 'ListNotReadError'
}

/** Throws a ListNotReadError where a page cannot be read. */
export async function* pagesOf<Row>(
	read: (page: number) => Promise<ListOutcome<Row>>,
): AsyncGenerator<Row[]> {
	for (let page = 1; ; page++) {
		const answer = await read(page)
		if (answer.outcome === 'unknown') throw new ListNotReadError(answer.why)
		yield answer.rows
		if (answer.isLast) return
	}
}
