import type { Instant } from '#app/kernel/instant.ts'
import type { InitializeRequest } from './paystack-initialize-request.ts'
import type { SandboxChannel, TestCard } from './paystack-test-cards.ts'

export type SandboxTransaction = Omit<InitializeRequest, 'reference' | 'callbackUrl'> & {
	/** Beyond 2⁶³: reading Paystack's ids as numbers, or as signed integers, loses their last digits. */
	id: bigint
	reference: string
	accessCode: string
	/** The payment page, where the customer is sent. */
	authorizationUrl: string
	callbackUrl: string
	/** The requested amount, where less was paid. */
	requestedKobo?: number
	/** `abandoned` also before the payer acts; `reversed` when all was refunded. */
	status: 'abandoned' | 'failed' | 'success' | 'reversed'
	channel: SandboxChannel
	/** Of the payment, or of the last try. */
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
