import type { Database } from '../db/client.server.ts'
import { createCounterRepository } from '../db/counters.server.ts'
import { createJobRunRepository } from '../db/job-runs.server.ts'
import { createAvailabilityRepositories } from './domain/availability/repositories.server.ts'
import { createBookingRepositories } from './domain/booking/repositories.server.ts'
import { createDiscoveryRepositories } from './domain/discovery/repositories.server.ts'
import { createIdentityRepositories } from './domain/identity/repositories.server.ts'
import { createLoyaltyRepositories } from './domain/loyalty/repositories.server.ts'
import { createMessagingRepositories } from './domain/messaging/repositories.server.ts'
import { createPaymentsRepositories } from './domain/payments/repositories.server.ts'
import { createPayoutsRepositories } from './domain/payouts/repositories.server.ts'
import { createShopsRepositories } from './domain/shops/repositories.server.ts'
import { createSubscriptionsRepositories } from './domain/subscriptions/repositories.server.ts'
import { onFirstUse } from './kernel/once.ts'

/**
 * The repositories by context and their batch, for requests, jobs and tests. Each is made on first use. `operatorName`:
 * who runs the operator's program.
 */
export function createRepositories({ read, writeBatch }: Database, operatorName: string | null = null) {
	return {
		availability: onFirstUse(() => createAvailabilityRepositories(read)),
		booking: onFirstUse(() => createBookingRepositories(read)),
		discovery: onFirstUse(() => createDiscoveryRepositories(read)),
		identity: onFirstUse(() => createIdentityRepositories(read)),
		loyalty: onFirstUse(() => createLoyaltyRepositories(read)),
		messaging: onFirstUse(() => createMessagingRepositories(read)),
		payments: onFirstUse(() => createPaymentsRepositories(read)),
		payouts: onFirstUse(() => createPayoutsRepositories(read)),
		shops: onFirstUse(() => createShopsRepositories(read, operatorName)),
		subscriptions: onFirstUse(() => createSubscriptionsRepositories(read)),
		/** For the cron. */
		operation: onFirstUse(() => ({
			jobRuns: createJobRunRepository(),
			counters: createCounterRepository(read),
		})),
		writeBatch,
	}
}

export type Repositories = ReturnType<typeof createRepositories>
