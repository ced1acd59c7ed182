import type { Clock } from '#app/kernel/instant.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'
import type { OutsideService } from './outside-service.ts'
import { transactionData } from './paystack-answers.ts'
import { createPaystackApi } from './paystack-api.ts'
import type { SandboxBalanceEntry } from './paystack-balance.ts'
import { createPaystackSwitches, type PaystackBehaviour } from './paystack-behaviours.ts'
import { createPaystackLedger, isPaid, returnAddress } from './paystack-ledger.ts'
import { answerPaymentPage } from './paystack-payment-page.ts'
import { createRefundProgress } from './paystack-refunds.ts'
import type { PaystackEndpoint } from './paystack-route.ts'
import { type SandboxChannel, type TestCard, type TestCardName, testCards } from './paystack-test-cards.ts'
import { createTransferProgress } from './paystack-transfer-progress.ts'
import { answerWatchPage } from './paystack-watch-page.ts'
import { createPaystackWebhooks, type SandboxWebhook, signedHeaders } from './paystack-webhooks.ts'
import type { SandboxRefund, SandboxRefundStatus, SandboxTransaction } from './sandbox-payment.ts'
import type { SandboxTransfer } from './sandbox-transfer.ts'

export type PaystackOptions = {
	/** Its prefix gives the mode: sk_test_… or sk_live_… */
	secretKey: string
	/** Undefined: webhooks are kept until an address is set and they are released. */
	webhookUrl?: string | undefined
	now?: Clock
	/** Keeps payments, refunds and transfers beyond this process. Default: nowhere. */
	file?: string | undefined
	/** Delays between tries of a webhook that was not answered with 200; one try for each. */
	retryDelaysMs?: readonly number[]
}

export type PaystackService = OutsideService & {
	readonly secretKey: string
	/** Oldest first. */
	readonly transactions: readonly SandboxTransaction[]
	readonly refunds: readonly SandboxRefund[]
	readonly transfers: readonly SandboxTransfer[]
	/** Charges less fees, less what went out. */
	readonly balanceKobo: number
	/** Oldest first. A test may plant a mistake. */
	readonly balanceEntries: SandboxBalanceEntry[]
	/** Webhooks sent at least once, oldest first. */
	readonly webhooksSent: readonly SandboxWebhook[]
	/** Calls by endpoint, refused ones included. */
	readonly calls: Readonly<Record<PaystackEndpoint, number>>
	readonly behaviour: PaystackBehaviour
	/** Other behaviours stay. Releases held calls. */
	setBehaviour(change: Partial<PaystackBehaviour>): void
	/** Resets all behaviours; payments, refunds and transfers stay. */
	behaveWell(): void
	setWebhookUrl(url: string): void
	find(reference: string): SandboxTransaction | undefined
	/** Returns where the browser would go. Throws where nothing would be paid. */
	pay(reference: string, means?: { card?: TestCardName } | { channel: SandboxChannel }): string
	/** Tries a declined card; the payer may try again. */
	decline(reference: string): void
	/** Moves a transaction's newest refund by one state, or to a named one. */
	stepRefund(reference: string, to?: SandboxRefundStatus): SandboxRefundStatus
	/**
	 * To the next state, or to a named one: to 'reversed', also days after its success. Throws for a move that Paystack
	 * does not make.
	 */
	stepTransfer(reference: string, to?: TransferStatus): TransferStatus
	/** The operator adds money to the balance. */
	topUp(amountKobo: number): void
	/** Pays the balance to the operator's bank, as `settles` does after each payment. */
	settle(): void
	/** Sends an event about a transaction, such as `charge.dispute.create`, by the behaviours. */
	sendEvent(event: string, reference: string, data: unknown): void
	/** Sends the kept webhooks of 'late' and 'out-of-order'; settles as `settled` does. */
	releaseWebhooks(): Promise<void>
	/** Webhook headers for this body, for a test's own sender. */
	signed(body: string, secretKey?: string): Record<string, string>
	/** Settles when no refund or transfer moves, and no webhook but the kept ones is still to be sent. */
	settled(): Promise<void>
	/** Settles at the next call. */
	requested(endpoint: PaystackEndpoint): Promise<void>
	/** Resets all but the key and the webhooks' address. */
	reset(): void
	/** Releases held calls, and sends nothing more. */
	close(): void
}

/** The part of Paystack's API in use, its payment page and its webhooks (K30). */
export function createPaystackService({
	secretKey,
	webhookUrl,
	now = Date.now,
	file,
	retryDelaysMs = [50, 100, 200, 400, 800],
}: PaystackOptions): PaystackService {
	const domain = secretKey.startsWith('sk_live_') ? 'live' : 'test'
	const switches = createPaystackSwitches()
	const ledger = createPaystackLedger(now, file)
	const webhooks = createPaystackWebhooks({ secretKey, url: webhookUrl ?? null, retryDelaysMs })
	const progress = createRefundProgress({ ledger, webhooks, switches, domain })
	const transferProgress = createTransferProgress({ ledger, webhooks, switches, domain })
	const api = createPaystackApi({ secretKey, domain, ledger, progress, transferProgress, switches })

	/** True if it was paid now. */
	function charge(transaction: SandboxTransaction, channel: SandboxChannel, card: TestCard | null): boolean {
		const isGood = ledger.charge(transaction, channel, card)
		if (isGood && switches.now.settles === 'yes') ledger.settle()
		if (isGood) sendEvent('charge.success', transaction.reference, transactionData(transaction, domain))
		return isGood
	}

	function sendEvent(event: string, reference: string, data: unknown) {
		webhooks.emit(event, reference, data, switches.now.webhooks)
	}

	function releaseWebhooks() {
		return webhooks.release(switches.now.webhooks === 'out-of-order' ? 'newest-first' : 'oldest-first')
	}

	function openTransaction(reference: string): SandboxTransaction {
		const transaction = ledger.find(reference)
		if (!transaction) throw new Error(`no transaction ${reference} was initialised`)
		if (isPaid(transaction)) throw new Error(`the transaction ${reference} is paid already`)
		return transaction
	}

	return {
		secretKey,
		transactions: ledger.transactions,
		refunds: ledger.refunds,
		transfers: ledger.transferBook.transfers,
		get balanceKobo() {
			return ledger.balance.kobo
		},
		balanceEntries: ledger.balanceEntries,
		get webhooksSent() {
			return webhooks.all.filter(({ state }) => state !== 'kept' && state !== 'lost')
		},
		calls: api.calls,
		get behaviour() {
			return switches.now
		},
		setBehaviour: switches.set,
		behaveWell: switches.reset,
		setWebhookUrl: webhooks.setUrl,
		find: ledger.find,
		pay(reference, means = {}) {
			const transaction = openTransaction(reference)
			const channel = 'channel' in means ? means.channel : 'card'
			if (!transaction.channels.includes(channel)) throw new Error(`${reference} does not offer ${channel}`)
			const name = 'card' in means ? (means.card ?? 'success') : 'success'
			if (!charge(transaction, channel, channel === 'card' ? testCards[name] : null))
				throw new Error(`the card ${name} does not pay`)
			return returnAddress(transaction)
		},
		decline(reference) {
			charge(openTransaction(reference), 'card', testCards.declined)
		},
		stepRefund(reference, to) {
			const refund = ledger.refunds.findLast(({ transaction }) => transaction.reference === reference)
			if (!refund) throw new Error(`no refund of ${reference} was asked for`)
			return progress.step(refund, to)
		},
		stepTransfer(reference, to) {
			const transfer = ledger.transferBook.find(reference)
			if (!transfer) throw new Error(`no transfer ${reference} was asked for`)
			return transferProgress.step(transfer, to)
		},
		topUp: (amountKobo) => ledger.book('Topup', amountKobo),
		settle: ledger.settle,
		sendEvent,
		releaseWebhooks,
		signed: (body, key = secretKey) => signedHeaders(body, key),
		settled: webhooks.settled,
		requested: api.requested,
		reset() {
			webhooks.forget()
			ledger.clear()
			for (const endpoint of Object.keys(api.calls) as PaystackEndpoint[]) api.calls[endpoint] = 0
			switches.reset()
		},
		close() {
			webhooks.forget()
			switches.reset()
		},
		async answer(request) {
			return (
				(await api.answer(request)) ??
				answerPaymentPage(request, { transactions: ledger.transactions, charge }) ??
				answerWatchPage(request, {
					ledger,
					webhooks: webhooks.all,
					switches,
					progress,
					transferProgress,
					releaseWebhooks,
				})
			)
		},
	}
}
