import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { holdExpiry } from '#app/domain/booking/hold-policy.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { type ReadVisitDeps, readVisitWithCalendar, slotSearchOf } from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type HoldSlotDeps = ReadVisitDeps & {
	drafts: Pick<DraftRepository, 'saveStart'>
	holds: Pick<HoldRepository, 'insertHold' | 'releaseHold'>
	availability: Pick<AvailabilityRepository, 'takeTime'>
	writeBatch: WriteBatch
}

/**
 * Keeps a start for the draft for ten minutes (spec 3, "Words and numbers"). A hold on another time is let go in the
 * same write; when the new time cannot be had, the old hold stays. The time that it already holds keeps its end: asking
 * again does not extend it. `networkKey` stands for the network address, which has a ceiling of its own.
 * Refuses 'session_error' without a draft that has chosen its staff, and whatever `takeSlot` refuses.
 */
export async function holdSlot(
	deps: HoldSlotDeps,
	input: { draftId: string; startsAt: Instant; networkKey: string | null; now: Instant },
): Promise<Outcome<{ expiresAt: Instant }, BookingRefusal>> {
	const { draftId, startsAt, networkKey, now } = input
	const days = { firstDate: dateOfInstant(startsAt, -1), dayCount: 3 }
	const visit = await readVisitWithCalendar(deps, { draftId, ...days, now })
	if (!visit || visit.draft.appointmentId !== null) return refused('session_error')
	const { draft, shop, hold } = visit
	if (draft.services.length === 0 || draft.services.some((service) => service.staff === null)) {
		return refused('session_error')
	}
	if (hold?.startsAt === startsAt) return accepted({ expiresAt: hold.expiresAt })

	const expiresAt = holdExpiry(now)
	const holdId = newId()
	const taken = await takeSlot(slotSearchOf(visit, days, now), startsAt, (times) =>
		writeKeyed(deps.writeBatch, [
			deps.holds.releaseHold(draftId),
			...deps.availability.takeTime({ holdId, heldUntilAt: expiresAt }, shop.id, times, now),
			deps.holds.insertHold({
				id: holdId,
				draftId,
				shopId: shop.id,
				segmentCount: times.length,
				startsAt,
				expiresAt,
				renewedAt: null,
				contactEmail: parseEmail(draft.contact.email),
				contactPhone: parsePhone(draft.contact.phone),
				networkKey,
				now,
			}),
			deps.drafts.saveStart(draftId, startsAt, now),
		]),
	)
	return taken.ok ? accepted({ expiresAt }) : taken
}
