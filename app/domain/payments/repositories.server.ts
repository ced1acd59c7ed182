import type { Database } from '#db/client.server.ts'
import { createBalanceRepository } from './balance-repository.server.ts'
import { createDisputeRepository } from './dispute-repository.server.ts'
import { createLedgerRepository } from './ledger-repository.server.ts'
import { createMovementRepository } from './movement-repository.server.ts'
import { createPaymentAttemptRepository } from './payment-attempt-repository.server.ts'
import { createOwnPaymentRepository, createPaymentRepository } from './payment-repository.server.ts'
import { createRefundRepository } from './refund-repository.server.ts'
import { createReturnedPartRepository } from './returned-part-repository.server.ts'
import { createSpendingRepository } from './spending-repository.server.ts'
import { createTakingsRepository } from './takings-repository.server.ts'
import { createTransactionRepository } from './transaction-repository.server.ts'
import { createWebhookRepository } from './webhook-repository.server.ts'

export function createPaymentsRepositories(read: Database['read']) {
	return {
		attempts: {
			...createPaymentRepository(read),
			...createPaymentAttemptRepository(read),
			...createTransactionRepository(),
		},
		ownPayments: createOwnPaymentRepository(read),
		movements: createMovementRepository(read),
		refunds: createRefundRepository(read),
		disputes: createDisputeRepository(read),
		returnedParts: createReturnedPartRepository(read),
		ledger: { ...createLedgerRepository(read), ...createBalanceRepository(read) },
		takings: { ...createTakingsRepository(read), ...createSpendingRepository() },
		webhooks: createWebhookRepository(read),
	}
}
