import { randomBytes } from '#app/kernel/chance.server.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { InitializeRequest } from './paystack-initialize-request.ts'
import { readLedgerFile, writeLedgerFile } from './paystack-ledger-file.ts'
import { PAID, type SandboxChannel, type TestCard } from './paystack-test-cards.ts'
import {
	type SandboxRefund,
	type SandboxRefundStatus,
	type SandboxTransaction,
	sandboxRefundStatuses,
} from './sandbox-payment.ts'

export type PaystackLedger = ReturnType<typeof createPaystackLedger>

/**
 * What Paystack knows: transactions and refunds, and how they may change. Refusals are Paystack's messages. With a
 * file, all is kept there and found again: a sandbox that forgot its payments would deny money that the app has
 * booked for.
 */
export function createPaystackLedger(now: Clock, file: string | null = null) {
	const { transactions, refunds } = file === null ? { transactions: [], refunds: [] } : readLedgerFile(file)
	const keep = () => file === null || writeLedgerFile(file, { transactions, refunds })
	const nextId = idsFrom(now())
	const find = (reference: string) => transactions.find((one) => one.reference === reference)

	return {
		transactions,
		refunds,
		find,
		/** By reference, or by the digits of its id. */
		findEither: (text: string) => find(text) ?? transactions.find(({ id }) => id.toString() === text),

		open(request: InitializeRequest, payPage: string): SandboxTransaction | string {
			const reference = request.reference ?? `T${nextId()}`
			if (find(reference)) return 'Duplicate Transaction Reference'
			const accessCode = Buffer.from(randomBytes(8)).toString('hex')
			const authorizationUrl = `${payPage}/${accessCode}`
			const transaction: SandboxTransaction = {
				...request,
				id: nextId(),
				reference,
				accessCode,
				authorizationUrl,
				callbackUrl: request.callbackUrl ?? authorizationUrl,
				status: 'abandoned',
				channel: 'card',
				card: null,
				gatewayResponse: 'The transaction was not completed',
				createdAt: now(),
				paidAt: null,
			}
			transactions.push(transaction)
			keep()
			return transaction
		},

		/** Tells whether it was paid now. A failed one may be paid yet; a paid one is not charged twice. */
		charge(transaction: SandboxTransaction, channel: SandboxChannel, card: TestCard | null): boolean {
			if (isPaid(transaction)) return false
			const gatewayResponse = card?.gatewayResponse ?? PAID
			const isGood = gatewayResponse === PAID
			Object.assign(transaction, {
				channel,
				card,
				gatewayResponse,
				status: isGood ? 'success' : 'failed',
				paidAt: isGood ? now() : null,
			})
			keep()
			return isGood
		},

		/** Null for the amount: all that is left. */
		refund(
			transaction: SandboxTransaction,
			{
				amountKobo,
				...notes
			}: Pick<SandboxRefund, 'customerNote' | 'merchantNote'> & { amountKobo: number | null },
		): SandboxRefund | string {
			if (!isPaid(transaction)) return 'Transaction has not been paid'
			const left = transaction.amountKobo - refundedKobo(refunds, transaction)
			if (left <= 0) return 'Transaction has been fully reversed'
			if (amountKobo !== null && amountKobo > left)
				return 'Refund amount cannot be more than what is left of the transaction'
			const refund: SandboxRefund = {
				id: nextId(),
				transaction,
				amountKobo: amountKobo ?? left,
				...notes,
				status: 'pending',
				createdAt: now(),
				changedAt: now(),
			}
			refunds.push(refund)
			keep()
			return refund
		},

		move(refund: SandboxRefund, status: SandboxRefundStatus) {
			refund.status = status
			refund.changedAt = now()
			const { transaction } = refund
			if (
				status === 'processed' &&
				refundedKobo(refunds, transaction, ['processed']) >= transaction.amountKobo
			)
				transaction.status = 'reversed'
			keep()
		},

		clear() {
			transactions.length = 0
			refunds.length = 0
			keep()
		},
	}
}

/** Begins at the time, so that a sandbox that was started again gives no id a second time. */
function idsFrom(now: Instant): () => bigint {
	let lastId = 2n ** 63n + BigInt(now) * 1_000n
	return () => {
		lastId += 1n
		return lastId
	}
}

const liveRefunds = sandboxRefundStatuses.filter((status) => status !== 'failed')

/** What went back or is on its way; a failed refund gives its part free again. */
function refundedKobo(
	refunds: readonly SandboxRefund[],
	transaction: SandboxTransaction,
	of: readonly SandboxRefundStatus[] = liveRefunds,
): number {
	return refunds
		.filter((one) => one.transaction === transaction && of.includes(one.status))
		.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
}

export function isPaid({ status }: SandboxTransaction): boolean {
	return status === 'success' || status === 'reversed'
}

/** The callback address with the two names that Paystack gives the reference, after its own query. */
export function returnAddress({ callbackUrl, reference }: SandboxTransaction): string {
	const url = new URL(callbackUrl)
	const added = new URLSearchParams({ trxref: reference, reference })
	url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`
	return url.href
}

/** Where a refund goes from here by itself; null at its end, and where the operator has to act. */
export function nextRefundStatus({ status, transaction }: SandboxRefund): SandboxRefundStatus | null {
	if (status === 'pending') return 'processing'
	if (status === 'processing') return transaction.card?.refundFails ? 'failed' : 'processed'
	return null
}
