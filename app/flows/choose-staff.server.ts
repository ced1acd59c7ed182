import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { isDraftAlive, type StaffChoice } from '#app/domain/booking/draft.ts'
import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { refusalOfWriting, type WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

export type ChooseStaffDeps = {
	drafts: Pick<DraftRepository, 'draft' | 'replaceServices' | 'saveStart'>
	holds: Pick<HoldRepository, 'releaseHold'>
	availability: Pick<AvailabilityRepository, 'eligibleStaff'>
	writeBatch: WriteBatch
}

/** What the form sends for 'Any available'; everything else is a member's id. */
export const ANY_STAFF = 'any'

/**
 * Sets who shall do one service of the visit. A changed choice lets the chosen time go, because it was that person's; the
 * first choice for an added service keeps the wished start, which the page of times chooses again where it is free.
 * Gives that start, and whether everybody is chosen now.
 * Refuses 'session_error' without a draft that has this service, 'staff_not_available' for somebody who is unknown,
 * inactive, of another shop, or does not offer the service, and what the write was refused for.
 */
export async function chooseStaff(
	{ drafts, holds, availability, writeBatch }: ChooseStaffDeps,
	input: { draftId: string; position: number; staff: string; now: Instant },
): Promise<Outcome<{ isStaffed: boolean; startsAt: Instant | null }, BookingRefusal>> {
	const { draftId, position, now } = input
	const [draft, eligible] = await Promise.all([
		drafts.draft(draftId),
		availability.eligibleStaff({ draftId }),
	])
	const service = draft?.services[position]
	if (!draft || !service || !isDraftAlive(draft, now) || draft.appointmentId !== null)
		return refused('session_error')

	const candidates = eligible.filter((member) => member.position === position)
	const named = candidates.find((member) => member.staffMemberId === input.staff)
	if (candidates.length === 0 || (input.staff !== ANY_STAFF && !named)) return refused('staff_not_available')
	const chosen: StaffChoice = named
		? { kind: 'named', staffMemberId: named.staffMemberId, name: named.name }
		: { kind: 'any' }

	const services = draft.services.map((one, index) => (index === position ? { ...one, staff: chosen } : one))
	const isStaffed = services.every((one) => one.staff !== null)
	if (isSameChoice(service.staff, chosen)) return accepted({ isStaffed, startsAt: draft.startsAt })
	const startsAt = service.staff === null ? draft.startsAt : null
	const refusal = await refusalOfWriting(writeBatch, [
		holds.releaseHold(draftId),
		...drafts.replaceServices(draftId, services),
		drafts.saveStart(draftId, startsAt, now),
	])
	if (refusal) return refused(refusal)
	return accepted({ isStaffed, startsAt })
}

function isSameChoice(before: StaffChoice | null, after: StaffChoice): boolean {
	if (before?.kind === 'named' && after.kind === 'named') return before.staffMemberId === after.staffMemberId
	return before?.kind === after.kind
}
