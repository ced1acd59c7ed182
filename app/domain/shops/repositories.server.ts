import type { Database } from '#db/client.server.ts'
import { createAccessKeyRepository } from './access-key-repository.server.ts'
import { createCalendarFeedRepository } from './calendar-feed-repository.server.ts'
import { createShopActRepository } from './shop-act-repository.server.ts'
import { createShopDeliveryRepository } from './shop-delivery-repository.server.ts'
import { createShopSignupRepository } from './shop-signup-repository.server.ts'
import { createShopWebhookRepository } from './shop-webhook-repository.server.ts'

export function createShopsRepositories(read: Database['read'], operatorName: string | null = null) {
	return {
		accessKeys: createAccessKeyRepository(read),
		calendarFeeds: createCalendarFeedRepository(read),
		shopActs: createShopActRepository(read, operatorName),
		shopWebhooks: createShopWebhookRepository(read),
		shopDeliveries: createShopDeliveryRepository(read),
		shopSignups: createShopSignupRepository(read),
	}
}
