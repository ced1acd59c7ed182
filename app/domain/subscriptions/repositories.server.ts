import type { Database } from '#db/client.server.ts'
import { createCheckInRepository } from './check-in-repository.server.ts'
import { createEntryRepository } from './entry-repository.server.ts'
import { createLostPlaceRepository } from './lost-place-repository.server.ts'
import { createOwnPlanDataRepository } from './own-plan-data-repository.server.ts'
import {
	createCustomerPlanRepository,
	createOwnSubscriptionRepository,
} from './own-subscription-repository.server.ts'
import { createOwnSessionRepository, createShopSessionRepository } from './owner-session-repository.server.ts'
import { createPlaceRepository } from './place-repository.server.ts'
import { createPlanOrderRepository } from './plan-order-repository.server.ts'
import { createPlanRepository } from './plan-repository.server.ts'
import { createPlanSessionRepository } from './plan-session-repository.server.ts'
import { createShopPlanRepository } from './shop-plan-repository.server.ts'
import { createStartedPlanRepository } from './started-plan-repository.server.ts'
import { createSubscriptionChangeRepository } from './subscription-change-repository.server.ts'
import { createWaitRepository } from './wait-repository.server.ts'

export function createSubscriptionsRepositories(read: Database['read']) {
	return {
		plans: createPlanRepository(read),
		planOrders: { ...createPlanOrderRepository(read), ...createStartedPlanRepository(read) },
		periods: { ...createOwnSubscriptionRepository(read), ...createCustomerPlanRepository() },
		subscriptionChanges: {
			...createSubscriptionChangeRepository(read),
			...createLostPlaceRepository(read),
		},
		ownPlanData: createOwnPlanDataRepository(read),
		entries: createEntryRepository(),
		checkIns: createCheckInRepository(read),
		planSessions: createPlanSessionRepository(read),
		places: createPlaceRepository(read),
		shopSessions: createShopSessionRepository(read),
		waits: createWaitRepository(read),
		shopPlans: createShopPlanRepository(read),
		ownSessions: createOwnSessionRepository(read),
	}
}
