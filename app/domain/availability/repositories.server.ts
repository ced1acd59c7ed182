import type { Database } from '#db/client.server.ts'
import { createAvailabilityRepository } from './availability-repository.server.ts'
import { createBlockedTimeRepository } from './blocked-time-repository.server.ts'
import { createConflictRepository } from './conflict-repository.server.ts'
import { createRosterRepository } from './roster-repository.server.ts'

export function createAvailabilityRepositories(read: Database['read']) {
	return {
		calendar: createAvailabilityRepository(read),
		roster: createRosterRepository(read),
		conflicts: createConflictRepository(read),
		blockedTimes: createBlockedTimeRepository(read),
	}
}
