import type { Instant } from '#app/kernel/instant.ts'
import type { InitializeRequest } from './paystack-initialize-request.ts'
import type { SandboxChannel, TestCard } from './paystack-test-cards.ts'

export type SandboxTransaction = Omit<InitializeRequest, 'reference' | 'callbackUrl'> & {
	/** Beyond 2⁶³: a reader of Paystack's ids as numbers, or as signed integers, loses their last digits. */
	id: bigint
	reference: string
	accessCode: string
	/** The payment page, where the customer is sent. */
	authorizationUrl: string
	callbackUrl: string
	/** What was asked for, where less came. */
	requestedKobo?: number
	/** `abandoned` also before the payer has done anything; `reversed` when all of it went back. */
	status: 'abandoned' | 'failed' | 'success' | 'reversed'
	channel: SandboxChannel
	/** With which it was paid, or tried last. */
	card: TestCard | null
	gatewayResponse: string
	createdAt: Instant
	paidAt: Instant | null
}

export const sandboxRefundStatuses = [
	'pending',
	'processing',
	'processed',
	'failed',
	'needs-attention',
] as const
export type SandboxRefundStatus = (typeof sandboxRefundStatuses)[number]

export type SandboxRefund = {
	id: bigint
	transaction: SandboxTransaction
	amountKobo: number
	customerNote: string
	merchantNote: string
	status: SandboxRefundStatus
	createdAt: Instant
	changedAt: Instant
}
