import type { Database } from '#db/client.server.ts'
import { createNewPayoutRepository } from './new-payout-repository.server.ts'
import { createOpenPaymentRepository } from './open-payment-repository.server.ts'
import { createPaidShopRepository } from './paid-shop-repository.server.ts'
import { createPayoutAccountRepository } from './payout-account-repository.server.ts'
import { createPayoutRepository } from './payout-repository.server.ts'
import {
	createPayoutDayRepository,
	createPayoutStatementRepository,
} from './payout-statement-repository.server.ts'
import { createPayoutTermsRepository } from './payout-terms-repository.server.ts'

export function createPayoutsRepositories(read: Database['read']) {
	return {
		dues: { ...createOpenPaymentRepository(read), ...createPayoutDayRepository(read) },
		payouts: { ...createPayoutRepository(read), ...createNewPayoutRepository() },
		accounts: createPayoutAccountRepository(read),
		paidShops: createPaidShopRepository(read),
		statements: createPayoutStatementRepository(read),
		terms: createPayoutTermsRepository(read),
	}
}
