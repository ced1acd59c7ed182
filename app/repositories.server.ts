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
import { createShopsRepositories } from './domain/shops/repositories.server.ts'
import { createSubscriptionsRepositories } from './domain/subscriptions/repositories.server.ts'

/** The repositories by context, and the batch that their statements are written with: for requests, jobs and tests. */
export function createRepositories({ read, writeBatch }: Database) {
	return {
		availability: createAvailabilityRepositories(read),
		booking: createBookingRepositories(read),
		discovery: createDiscoveryRepositories(read),
		identity: createIdentityRepositories(read),
		loyalty: createLoyaltyRepositories(read),
		messaging: createMessagingRepositories(read),
		payments: createPaymentsRepositories(read),
		shops: createShopsRepositories(read),
		subscriptions: createSubscriptionsRepositories(read),
		/** The cron's own. */
		operation: { jobRuns: createJobRunRepository(), counters: createCounterRepository(read) },
		writeBatch,
	}
}

export type Repositories = ReturnType<typeof createRepositories>
