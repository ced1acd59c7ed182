import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { openSlots } from './open-slots.ts'
import { slotAt } from './slot-at.ts'
import type { ServiceSegment, SlotSearch } from './slot-search.ts'

export type FirstOpening = {
	date: CivilDate
	startMinute: number
	startsAt: Instant
	blockedUntilAt: Instant
	serviceId: string
	staffMemberId: string
}

/**
 * The earliest free start of each day, over visits of one of these services. It names the first listed service that
 * can start then, and the first of its people who is free. A full day has none. Nor has a day whose clock changes: a
 * stored opening could not be checked by minutes alone.
 */
export function firstOpenings(
	search: Omit<SlotSearch, 'segments'>,
	services: readonly ServiceSegment[],
): FirstOpening[] {
	const best = new Map<CivilDate, { startMinute: number; startsAt: Instant; segment: ServiceSegment }>()
	for (const segment of services) {
		for (const found of openSlots({ ...search, segments: [segment] })) {
			const { date, dstChange } = found.day
			// The slots of a day are listed when they are read: only where one is free.
			if (found.freeCount === 0 || dstChange !== null) continue
			const slot = found.slots.find(({ free }) => free)
			const known = best.get(date)
			if (!slot || (known && known.startsAt <= slot.startsAt)) continue
			best.set(date, { startMinute: slot.startMinute, startsAt: slot.startsAt, segment })
		}
	}
	return [...best].flatMap(([date, { segment, startMinute, startsAt }]) => {
		const staffMemberId = segment.staffMemberIds.find(
			(id) => slotAt({ ...search, segments: [{ ...segment, staffMemberIds: [id] }] }, startsAt).ok,
		)
		if (staffMemberId === undefined) return []
		const minutes = segment.durationMinutes + segment.bufferMinutes
		const blockedUntilAt = startsAt + minutes * MINUTE_MS
		return { date, startMinute, startsAt, blockedUntilAt, serviceId: segment.serviceId, staffMemberId }
	})
}
