import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SandboxBalanceEntry } from './paystack-balance.ts'
import type { SandboxRefund, SandboxTransaction } from './sandbox-payment.ts'
import type { SandboxRecipient, SandboxTransfer } from './sandbox-transfer.ts'

export type KeptByPaystack = {
	transactions: SandboxTransaction[]
	refunds: SandboxRefund[]
	recipients: SandboxRecipient[]
	transfers: SandboxTransfer[]
	/** Null in an older file. */
	balance: SandboxBalanceEntry[] | null
}

export function emptyLedger(): KeptByPaystack {
	return { transactions: [], refunds: [], recipients: [], transfers: [], balance: [] }
}

/** A bigint as text, as JSON has none. */
const isLong = /^bigint:(\d+)$/

/** An empty ledger for a missing or foreign file. */
export function readLedgerFile(file: string): KeptByPaystack {
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
export function writeLedgerFile(file: string, { refunds, ...same }: KeptByPaystack): void {
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
