import type { CivilDate } from '#app/kernel/civil.ts'
import { openSlots } from './open-slots.ts'
import type { ServiceSegment, SlotSearch } from './slot-search.ts'

/** The first free start of a visit of one service, on the shop's clock; null where the days of the search are full. */
export function nextFree(
	search: Omit<SlotSearch, 'segments'>,
	segment: ServiceSegment,
): { date: CivilDate; startMinute: number } | null {
	// The slots of a day are listed when they are read: only those of the first day that has a free one.
	const found = openSlots({ ...search, segments: [segment] }).find(({ freeCount }) => freeCount > 0)
	const slot = found?.slots.find(({ free }) => free)
	return found && slot ? { date: found.day.date, startMinute: slot.startMinute } : null
}
