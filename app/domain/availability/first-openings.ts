import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { openSlots } from './open-slots.ts'
import type { ShopDay } from './shop-day.ts'
import type { ServiceSegment, SlotSearch } from './slot-search.ts'

export type FirstOpening = {
	date: CivilDate
	startMinute: number
	startsAt: Instant
	blockedUntilAt: Instant
	serviceId: string
	staffMemberId: string
	/** No later start of that day is among them. */
	isLastOfDay: boolean
}

type Found = Omit<FirstOpening, 'isLastOfDay'>
type Engine = Omit<SlotSearch, 'segments'>

/**
 * All free starts of the first day, and the first of each later one, over visits of one of these services. A start
 * names the first listed service that can start then, and the first of its people who is free. A full day has none.
 * Nor has a day whose clock changes: a stored opening could not be checked by minutes alone.
 */
export function firstOpenings(search: Engine, services: readonly ServiceSegment[]): FirstOpening[] {
	const firstDate = search.days[0]?.date
	const byDate = new Map<CivilDate, Map<Instant, Found>>()
	for (const segment of services) {
		for (const found of openSlots({ ...search, segments: [segment] })) {
			const { day, date } = found
			// The slots of a day are listed when they are read: only where one is free.
			if (found.freeCount === 0 || day.dstChange !== null) continue
			const known = byDate.get(date) ?? new Map<Instant, Found>()
			byDate.set(date, known)
			const staffAt = staffOfStarts(search, segment, day)
			for (const { free, startMinute, startsAt } of found.slots) {
				if (!free || known.has(startsAt)) continue
				const [first] = known.keys()
				if (date !== firstDate && first !== undefined && first <= startsAt) break
				const staffMemberId = staffAt(startsAt)
				if (staffMemberId === undefined) continue
				const minutes = segment.durationMinutes + segment.bufferMinutes
				const blockedUntilAt = startsAt + minutes * MINUTE_MS
				const { serviceId } = segment
				// Of a later day the earliest alone is kept.
				if (date !== firstDate) known.clear()
				known.set(startsAt, { date, startMinute, startsAt, blockedUntilAt, serviceId, staffMemberId })
				if (date !== firstDate) break
			}
		}
	}
	return [...byDate.values()].flatMap((starts) => {
		const last = Math.max(...starts.keys())
		return [...starts.values()].map((one) => ({ ...one, isLastOfDay: one.startsAt === last }))
	})
}

/** Who of a service's people can take it at a free start of that day, the first listed one. */
function staffOfStarts(search: Engine, segment: ServiceSegment, day: ShopDay) {
	const [only, ...others] = segment.staffMemberIds
	if (others.length === 0) return () => only
	const freeOf = new Map<string, Set<Instant>>()
	const freeStarts = (id: string) => {
		const known = freeOf.get(id)
		if (known) return known
		const alone = { ...search, days: [day], segments: [{ ...segment, staffMemberIds: [id] }] }
		const slots = openSlots(alone)[0]?.slots ?? []
		const starts = new Set(slots.filter(({ free }) => free).map(({ startsAt }) => startsAt))
		freeOf.set(id, starts)
		return starts
	}
	return (startsAt: Instant) => segment.staffMemberIds.find((id) => freeStarts(id).has(startsAt))
}

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
