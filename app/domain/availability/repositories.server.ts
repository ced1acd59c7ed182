import type { Database } from '#db/client.server.ts'
import { createBlockedTimeRepository } from './blocked-time-repository.server.ts'
import { createCalendarEntryRepository } from './calendar-entry-repository.server.ts'
import { createCalendarRepository } from './calendar-repository.server.ts'
import { createConflictRepository } from './conflict-repository.server.ts'
import { createOwnRotaRepository } from './own-rota-repository.server.ts'
import { createRosterRepository } from './roster-repository.server.ts'

export function createAvailabilityRepositories(read: Database['read']) {
	return {
		calendar: { ...createCalendarRepository(read), ...createCalendarEntryRepository() },
		roster: createRosterRepository(read),
		ownRota: createOwnRotaRepository(read),
		conflicts: createConflictRepository(read),
		blockedTimes: createBlockedTimeRepository(read),
	}
}
