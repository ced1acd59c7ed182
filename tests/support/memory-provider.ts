import { createHmac } from 'node:crypto'
import type { VerifiedPayment } from '#app/domain/payments/payment-match.ts'
import type {
	FindRefundOutcome,
	PaymentProvider,
	RefundOutcome,
	TakenRefundStatus,
} from '#app/domain/payments/payment-provider.server.ts'
import type { EventNews, ProviderEvent } from '#app/domain/payments/provider-event.ts'
import type {
	BalanceChange,
	ListedRefund,
	ListOutcome,
	ProviderPageInput,
	ProviderTransfer,
	StartTransferOutcome,
} from '#app/domain/payments/provider-transfer.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'
import { sandboxHolderName } from '#scripts/sandbox/paystack-transfer-calls.ts'

/** How the line to it is: 'deaf' calls do nothing, 'lost' ones are done, and neither is answered. */
export type MemoryLine = 'up' | 'deaf' | 'lost'

type Stored = { payment: VerifiedPayment; startedAt: Instant; email: string; checkoutCopy: string | null }
type StoredRefund = ListedRefund & { paymentReference: string; at: Instant }
type StoredTransfer = ProviderTransfer & { reference: string; at: Instant; number: string }
type SentEvent = { body: string; signature: string }

const UNKNOWN = { outcome: 'unknown', why: 'timeout' } as const

/**
 * A provider of payments without a protocol or a fee: it keeps its state in memory, and its events are our own words as
 * JSON. It is the second `PaymentProvider`, and passes the tests that Paystack passes.
 */
export function createMemoryProvider({
	name = 'memory',
	key = 'a key of a provider in memory',
	now = Date.now as Clock,
} = {}) {
	const payments = new Map<string, Stored>()
	const refunds: StoredRefund[] = []
	const recipients = new Map<string, string>()
	const transfers = new Map<string, StoredTransfer>()
	const changes: BalanceChange[] = []
	let line: MemoryLine = 'up'
	let serial = 0
	const nextNumber = () => String(++serial)
	const balanceKobo = () => changes.reduce((sum, { differenceKobo }) => sum + differenceKobo, 0)

	/** A call over the line. */
	async function over<Answer>(call: () => Answer): Promise<Answer | typeof UNKNOWN> {
		if (line === 'deaf') return UNKNOWN
		const answer = call()
		return line === 'lost' ? UNKNOWN : answer
	}

	function book(moves: BalanceChange['moves'], modelId: string | null, differenceKobo: Kobo, reason = '') {
		changes.push({
			...{ id: nextNumber(), moves, model: moves ?? 'other', modelId, differenceKobo, reason },
			...{ balanceKobo: balanceKobo() + differenceKobo, currency: 'NGN', createdAt: now() },
		})
	}

	const refundsOf = (paymentReference: string) =>
		refunds.filter((one) => one.paymentReference === paymentReference && one.status !== 'failed')

	function takeRefund(paymentReference: string, asked: Kobo | undefined): RefundOutcome {
		const payment = payments.get(paymentReference)?.payment
		if (payment?.status !== 'success') return { outcome: 'refused', why: 'other', message: 'not paid' }
		const goneKobo = refundsOf(paymentReference).reduce((sum, { amountKobo }) => sum + amountKobo, 0)
		const leftKobo = payment.amountKobo - goneKobo
		if (leftKobo === 0) return { outcome: 'refused', why: 'already_refunded', message: 'all of it went back' }
		const amountKobo = asked ?? leftKobo
		if (amountKobo > leftKobo) return { outcome: 'refused', why: 'other', message: 'more than is left' }
		const refundId = nextNumber()
		refunds.push({
			...{ refundId, paymentId: payment.id, paymentReference, amountKobo },
			...{ status: 'pending', at: now() },
		})
		return { outcome: 'accepted', refundId, status: 'pending' }
	}

	function takeTransfer(asked: Parameters<PaymentProvider['transfer']>[0]): StartTransferOutcome {
		const { reference, amountKobo } = asked
		if (transfers.has(reference))
			return { outcome: 'refused', why: 'duplicate_reference', message: 'used before' }
		if (amountKobo > balanceKobo())
			return { outcome: 'refused', why: 'no_balance', message: 'the balance has less' }
		const number = nextNumber()
		book('transfer', number, -amountKobo, asked.reason)
		const transfer: StoredTransfer = {
			...{ reference, amountKobo, number, at: now() },
			...{ status: 'pending', currency: 'NGN', transferCode: `TRF-${number}`, feeKobo: 0 },
		}
		transfers.set(reference, transfer)
		return { outcome: 'taken', ...told(transfer) }
	}

	function pageOf<Row>(
		rows: readonly Row[],
		at: (row: Row) => Instant,
		asked: ProviderPageInput,
	): ListOutcome<Row> {
		const isAsked = (row: Row) => at(row) >= asked.from && at(row) <= asked.to
		return { outcome: 'page', rows: asked.page === 1 ? rows.filter(isAsked).reverse() : [], isLast: true }
	}

	const provider: PaymentProvider = {
		name,
		start: (asked) =>
			over(() => {
				const { paymentReference, amountKobo } = asked
				if (payments.has(paymentReference)) return { outcome: 'refused', why: 'duplicate_reference' }
				if (amountKobo <= 0) return { outcome: 'refused', why: 'invalid_amount' }
				const payment: VerifiedPayment = {
					...{ id: nextNumber(), paymentReference, amountKobo, requestedKobo: amountKobo, currency: 'NGN' },
					...{ status: 'pending', mode: 'test', channel: null, feesKobo: 0, paidAt: null, cardKey: null },
				}
				const { email, checkoutCopy = null } = asked
				payments.set(paymentReference, { payment, startedAt: now(), email, checkoutCopy })
				return { outcome: 'started', authorizationUrl: `https://${name}.example/pay/${paymentReference}` }
			}),
		verify: (paymentReference) =>
			over(() => {
				const stored = payments.get(paymentReference)
				return stored ? { outcome: 'found', payment: { ...stored.payment } } : { outcome: 'not_found' }
			}),
		refund: (asked) => over(() => takeRefund(asked.paymentReference, asked.amountKobo)),
		readRefund: (refundId) =>
			over(() => {
				const found = refunds.find((one) => one.refundId === refundId)
				return found ? { outcome: 'found', status: found.status } : { outcome: 'not_found' }
			}),
		findRefund: ({ paymentReference, amountKobo, isWhole, otherRefundIds }) =>
			over((): FindRefundOutcome => {
				const found = refundsOf(paymentReference).find(
					(one) =>
						!otherRefundIds.includes(one.refundId) &&
						(isWhole ? one.amountKobo >= amountKobo : one.amountKobo === amountKobo),
				)
				return found
					? { outcome: 'found', refundId: found.refundId, status: found.status }
					: { outcome: 'none' }
			}),
		transfer: (asked) => over(() => takeTransfer(asked)),
		verifyTransfer: (reference) =>
			over(() => {
				const found = transfers.get(reference)
				return found ? { outcome: 'found', ...told(found) } : { outcome: 'not_found' }
			}),
		resolveAccount: ({ bankCode, accountNumber }) =>
			over(() => {
				const holderName = sandboxHolderName(bankCode, accountNumber)
				return holderName === null ? { outcome: 'not_found' } : { outcome: 'found', holderName }
			}),
		createRecipient: ({ bankCode, accountNumber }) =>
			over(() => {
				const account = `${bankCode} ${accountNumber}`
				const recipientCode = recipients.get(account) ?? `RCP-${nextNumber()}`
				recipients.set(account, recipientCode)
				return { outcome: 'made', recipientCode }
			}),
		balance: () => over(() => ({ outcome: 'found', balanceKobo: balanceKobo() })),
		banks: () => over(() => ({ outcome: 'found', banks: [{ code: '058', name: 'GTBank' }] })),
		lists: {
			payments: (asked) => over(() => pageOf([...payments.values()], ({ startedAt }) => startedAt, asked)),
			refunds: (asked) => over(() => pageOf(refunds, ({ at }) => at, asked)),
			transfers: (asked) =>
				over(() =>
					pageOf(
						[...transfers.values()].map(({ at, number, ...one }) => ({
							...one,
							transferId: number,
							createdAt: at,
						})),
						({ createdAt }) => createdAt,
						asked,
					),
				),
			balanceLedger: (asked) => over(() => pageOf(changes, ({ createdAt }) => createdAt, asked)),
		},
		async readEvent(body, signature) {
			const payload = new TextDecoder().decode(body)
			if (signature !== signatureOf(payload)) return { outcome: 'not_signed' }
			const event = provider.readReceived(payload)
			return event ? { outcome: 'event', event, payload } : { outcome: 'not_understood' }
		},
		readReceived(payload) {
			const event = parsed(payload) as ProviderEvent | undefined
			return typeof event?.dedupeKey === 'string' ? event : null
		},
	}

	function signatureOf(payload: string): string {
		return createHmac('sha256', key).update(payload).digest('hex')
	}

	return {
		provider,
		/** Until it is set again. */
		setLine(to: MemoryLine) {
			line = to
		},
		pay(paymentReference: string) {
			const { payment } = paid(payments.get(paymentReference))
			Object.assign(payment, { status: 'success', channel: 'card', paidAt: now() })
			book('payment', payment.id, payment.amountKobo)
		},
		decline(paymentReference: string) {
			paid(payments.get(paymentReference)).payment.status = 'failed'
		},
		/** Moves all refunds of a payment on. */
		finishRefunds(paymentReference: string, status: TakenRefundStatus = 'processed') {
			for (const refund of refundsOf(paymentReference)) {
				refund.status = status
				if (status === 'processed') book(null, refund.refundId, -refund.amountKobo)
			}
		},
		finishTransfer(reference: string, status: TransferStatus = 'success') {
			const transfer = transfers.get(reference)
			if (!transfer) throw new Error(`no transfer ${reference}`)
			transfer.status = status
			if (status !== 'success') book('transfer', transfer.number, transfer.amountKobo)
		},
		topUp: (amountKobo: Kobo) => book(null, null, amountKobo),
		refunds: refunds as readonly StoredRefund[],
		/** An event as it posts it. */
		eventOf(news: EventNews, paymentReference: string): SentEvent {
			const event = news?.about ?? 'other'
			const said = { event, paymentReference, objectId: null, news }
			const body = JSON.stringify({ ...said, dedupeKey: `${name}:${JSON.stringify(said)}` })
			return { body, signature: signatureOf(body) }
		},
		sign: (body: string): SentEvent => ({ body, signature: signatureOf(body) }),
	}
}

function told({ status, amountKobo, currency, transferCode, feeKobo }: StoredTransfer): ProviderTransfer {
	return { status, amountKobo, currency, transferCode, feeKobo }
}

function paid(stored: Stored | undefined): Stored {
	if (!stored) throw new Error('no such payment was started')
	return stored
}

function parsed(payload: string): unknown {
	try {
		return JSON.parse(payload)
	} catch {
		return undefined
	}
}
