import type { Database } from '#db/client.server.ts'
import { createAccountEventRepository } from './account-event-repository.server.ts'
import { createAccountRepository } from './account-repository.server.ts'
import { createFavoriteRepository } from './favorite-repository.server.ts'
import { createProfileRepository } from './profile-repository.server.ts'
import { createRateLimitRepository } from './rate-limit-repository.server.ts'
import { createSessionRepository } from './session-repository.server.ts'

export function createIdentityRepositories(read: Database['read']) {
	return {
		accounts: createAccountRepository(read),
		accountEvents: createAccountEventRepository(read),
		sessions: createSessionRepository(read),
		profiles: createProfileRepository(),
		favorites: createFavoriteRepository(read),
		rateLimits: createRateLimitRepository(read),
	}
}
