import type { Database } from '#db/client.server.ts'
import { createAccountMailRepository } from './account-mail-repository.server.ts'
import { createAppointmentMailRepository } from './appointment-mail-repository.server.ts'
import {
	createMessageDeletionRepository,
	createMessageDeliveryRepository,
} from './message-delivery-repository.server.ts'
import { createMessageQueueRepository } from './message-queue-repository.server.ts'
import { createNotificationRepository } from './notification-repository.server.ts'
import { createOptOutRepository } from './opt-out-repository.server.ts'
import { createPlanMailRepository } from './plan-mail-repository.server.ts'
import { createPushSubscriptionRepository } from './push-subscription-repository.server.ts'
import { createSessionMailRepository } from './session-mail-repository.server.ts'
import { createShopNoticeRepository, createSignupMailRepository } from './shop-notice-repository.server.ts'

export function createMessagingRepositories(read: Database['read']) {
	return {
		outbox: {
			...createMessageQueueRepository(),
			...createMessageDeliveryRepository(read),
			...createMessageDeletionRepository(),
		},
		notifications: createNotificationRepository(read),
		optOuts: createOptOutRepository(read),
		accountMails: createAccountMailRepository(),
		planMails: createPlanMailRepository(),
		sessionMails: createSessionMailRepository(),
		appointmentMails: createAppointmentMailRepository(),
		shopNotices: createShopNoticeRepository(),
		signupMails: createSignupMailRepository(),
		pushSubscriptions: createPushSubscriptionRepository(read),
	}
}
