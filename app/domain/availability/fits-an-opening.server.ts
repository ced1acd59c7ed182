import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { openSlots } from './open-slots.ts'
import { shopDays } from './shop-days.server.ts'
import type { SlotSearch } from './slot-search.ts'

/** From a Monday on, in a zone that never changes its clock. */
const anyWeek = shopDays(DEFAULT_ZONE, '2001-01-01', 7)

/**
 * Whether a visit fits into the working hours of some weekday, were no time taken (R51); null where no one who offers
 * it works.
 */
export function fitsAnOpening({ rows, segments }: Pick<SlotSearch, 'rows' | 'segments'>): boolean | null {
	const hours = { ...rows, daysOff: [], busy: [] }
	const days = openSlots({ rows: hours, segments, days: anyWeek, earliestStartAt: 0 })
	if (!days.some(({ isOpen }) => isOpen)) return null
	return days.some(({ freeCount }) => freeCount > 0)
}
