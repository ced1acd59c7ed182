import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { HeldTime, HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { heldSearch, slotSearchOf, type VisitWithCalendar } from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type RetakeHoldDeps = {
	holds: Pick<HoldRepository, 'insertHold' | 'releaseHold'>
	availability: Pick<AvailabilityRepository, 'takeTime'>
	writeBatch: WriteBatch
}

/**
 * Takes a live hold anew for a visit whose length has changed: the same start, people and end of the hold. `saved` goes
 * into the same write. When it does not fit, nothing is written and the old hold stays. Refuses what `takeSlot` refuses.
 */
export function retakeHold(
	deps: RetakeHoldDeps,
	change: {
		visit: Pick<VisitWithCalendar, 'draft' | 'shop' | 'calendar'>
		hold: HeldTime
		days: { firstDate: CivilDate; dayCount: number }
		contact: { email: string | null; phone: string | null }
		saved: Parameters<WriteBatch>[0]
		now: Instant
	},
): Promise<Outcome<null, BookingRefusal>> {
	const { visit, hold, days, contact, saved, now } = change
	const holdId = newId()
	return takeSlot(heldSearch(slotSearchOf(visit, days, now), hold), hold.startsAt, (times) =>
		writeKeyed(deps.writeBatch, [
			deps.holds.releaseHold(visit.draft.id),
			...deps.availability.takeTime({ holdId, heldUntilAt: hold.expiresAt }, visit.shop.id, times, now),
			deps.holds.insertHold({
				id: holdId,
				draftId: visit.draft.id,
				shopId: visit.shop.id,
				segmentCount: times.length,
				startsAt: hold.startsAt,
				expiresAt: hold.expiresAt,
				renewedAt: hold.renewedAt,
				contactEmail: contact.email,
				contactPhone: contact.phone,
				networkKey: hold.networkKey,
				now,
			}),
			...saved,
		]),
	)
}
