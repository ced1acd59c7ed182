import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { randomBytes } from '#app/kernel/chance.server.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { feeFor } from './paystack-answers.ts'
import { createPaystackBalance, type SandboxBalanceEntry } from './paystack-balance.ts'
import type { InitializeRequest } from './paystack-initialize-request.ts'
import { PAID, type SandboxChannel, type TestCard } from './paystack-test-cards.ts'
import { createTransferBook } from './paystack-transfers.ts'
import {
	type SandboxRefund,
	type SandboxRefundStatus,
	type SandboxTransaction,
	sandboxRefundStatuses,
} from './sandbox-payment.ts'
import type { SandboxRecipient, SandboxTransfer } from './sandbox-transfer.ts'

export type PaystackLedger = ReturnType<typeof createPaystackLedger>

/** Refusals are Paystack's messages. A file keeps all payments: a restarted sandbox must still report booked money. */
export function createPaystackLedger(now: Clock, file: string | null = null) {
	const kept = file === null ? emptyLedger() : readLedgerFile(file)
	const { transactions, refunds, recipients, transfers } = kept
	const entries = kept.balance ?? []
	const keep = () => {
		if (file !== null)
			writeLedgerFile(file, { transactions, refunds, recipients, transfers, balance: entries })
	}
	const nextId = idsFrom(now())
	const balance = createPaystackBalance(now, entries)
	const transferBook = createTransferBook({ now, nextId, balance, recipients, transfers, keep })
	if (kept.balance === null) {
		for (const one of transactions.filter(isPaid)) bookCharge(one)
		for (const one of refunds.filter(({ status }) => status === 'processed')) bookRefund(one)
	}

	function bookCharge({ id: modelRow, amountKobo }: SandboxTransaction) {
		balance.book('Transaction', amountKobo - feeFor(amountKobo), { modelRow })
	}
	function bookRefund({ id: modelRow, amountKobo }: SandboxRefund) {
		balance.book('Refund', -amountKobo, { modelRow })
	}

	const find = (reference: string) => transactions.find((one) => one.reference === reference)

	return {
		transactions,
		refunds,
		balance,
		balanceEntries: entries,
		transferBook,
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

		/** True if it was paid now. A failed transaction may still be paid; a paid one is not charged twice. */
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
			if (isGood) bookCharge(transaction)
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
			if (status === 'processed') bookRefund(refund)
			const { transaction } = refund
			if (
				status === 'processed' &&
				refundedKobo(refunds, transaction, ['processed']) >= transaction.amountKobo
			)
				transaction.status = 'reversed'
			keep()
		},

		/** Other money: a lost dispute, a top-up. */
		book(...[model, differenceKobo, about]: Parameters<typeof balance.book>) {
			balance.book(model, differenceKobo, about)
			keep()
		},

		settle() {
			balance.settle()
			keep()
		},

		clear() {
			transactions.length = 0
			refunds.length = 0
			transferBook.clear()
			balance.clear()
			keep()
		},
	}
}

/** Starts at the clock, so that a restarted sandbox repeats no id. */
function idsFrom(now: Instant): () => bigint {
	let lastId = 2n ** 63n + BigInt(now) * 1_000n
	return () => {
		lastId += 1n
		return lastId
	}
}

const liveRefunds = sandboxRefundStatuses.filter((status) => status !== 'failed')

/** Kobo refunded or on their way; a failed refund releases its part. */
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

/** The callback address, with Paystack's two parameters for the reference. */
export function returnAddress({ callbackUrl, reference }: SandboxTransaction): string {
	const url = new URL(callbackUrl)
	const added = new URLSearchParams({ trxref: reference, reference })
	url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`
	return url.href
}

/** The next state; null at its end, and where the operator has to act. */
export function nextRefundStatus({ status, transaction }: SandboxRefund): SandboxRefundStatus | null {
	if (status === 'pending') return 'processing'
	if (status === 'processing') return transaction.card?.refundFails ? 'failed' : 'processed'
	return null
}

type KeptByPaystack = {
	transactions: SandboxTransaction[]
	refunds: SandboxRefund[]
	recipients: SandboxRecipient[]
	transfers: SandboxTransfer[]
	/** Null in an older file. */
	balance: SandboxBalanceEntry[] | null
}

function emptyLedger(): KeptByPaystack {
	return { transactions: [], refunds: [], recipients: [], transfers: [], balance: [] }
}

/** A bigint as text, as JSON has none. */
const isLong = /^bigint:(\d+)$/

/** An empty ledger for a missing or foreign file. */
function readLedgerFile(file: string): KeptByPaystack {
	try {
		const {
			transactions,
			refunds,
			recipients = [],
			transfers = [],
			balance = null,
		} = JSON.parse(readFileSync(file, 'utf8'), (_, value) => {
			const [, digits] = (typeof value === 'string' && isLong.exec(value)) || []
			return digits === undefined ? value : BigInt(digits)
		})
		const byId = new Map<bigint, SandboxTransaction>(
			transactions.map((transaction: SandboxTransaction) => [transaction.id, transaction]),
		)
		return {
			transactions,
			// A refund refers to its transaction and has no copy of it.
			refunds: refunds.map((refund: { transaction: bigint }) => ({
				...refund,
				transaction: byId.get(refund.transaction),
			})),
			recipients,
			transfers,
			balance,
		}
	} catch {
		return emptyLedger()
	}
}

/** Replaces the whole file, or leaves it unchanged. */
function writeLedgerFile(file: string, { refunds, ...same }: KeptByPaystack): void {
	const kept = {
		...same,
		refunds: refunds.map((refund) => ({ ...refund, transaction: refund.transaction.id })),
	}
	mkdirSync(dirname(file), { recursive: true })
	writeFileSync(
		`${file}.new`,
		JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? `bigint:${value}` : value)),
	)
	renameSync(`${file}.new`, file)
}
