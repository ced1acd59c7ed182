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
	isLastOfDay: boolean
}

type Found = Omit<FirstOpening, 'isLastOfDay'>
type Engine = Omit<SlotSearch, 'segments'>

/**
 * All free starts of the first day, and the earliest of each later day, for a visit of one of these services. Each
 * names the first listed service and person that can take it. DST days are left out: a stored opening is checked by its
 * minutes, which a clock change shifts.
 */
export function firstOpenings(search: Engine, services: readonly ServiceSegment[]): FirstOpening[] {
	const firstDate = search.days[0]?.date
	const byDate = new Map<CivilDate, Map<Instant, Found>>()
	for (const segment of services) {
		for (const found of openSlots({ ...search, segments: [segment] })) {
			const { day, date } = found
			// Reading `slots` builds them, so full days are skipped before.
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
				// A later day keeps its earliest start only.
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

/** The first listed person who is free at a start of that day. */
function staffOfStarts(search: Engine, segment: ServiceSegment, day: ShopDay) {
	const [only, ...others] = segment.staffMemberIds
	if (others.length === 0) return () => only
	const startsByPerson = new Map<string, Set<Instant>>()
	const freeStarts = (id: string) => {
		const known = startsByPerson.get(id)
		if (known) return known
		const alone = { ...search, days: [day], segments: [{ ...segment, staffMemberIds: [id] }] }
		const slots = openSlots(alone)[0]?.slots ?? []
		const starts = new Set(slots.filter(({ free }) => free).map(({ startsAt }) => startsAt))
		startsByPerson.set(id, starts)
		return starts
	}
	return (startsAt: Instant) => segment.staffMemberIds.find((id) => freeStarts(id).has(startsAt))
}

/** The first free start of one service, on the shop's clock; null where all days are full. */
export function nextFree(
	search: Omit<SlotSearch, 'segments'>,
	segment: ServiceSegment,
): { date: CivilDate; startMinute: number } | null {
	// Reading `slots` builds them: only the first day with a free slot does so.
	const found = openSlots({ ...search, segments: [segment] }).find(({ freeCount }) => freeCount > 0)
	const slot = found?.slots.find(({ free }) => free)
	return found && slot ? { date: found.day.date, startMinute: slot.startMinute } : null
}
