import { nearestSlots } from '#app/domain/availability/nearest-slots.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ReadVisitDeps, readVisitWithCalendar, slotSearchOf } from './read-visit.server.ts'

/** What a customer whose time is gone can take instead, best first (spec 3, "Order of guards for a taken slot"). */
export type OtherTimes = {
	/** The nearest free starts with the same choice of staff. */
	startsAt: Instant[]
	/** For a visit of one service with somebody by name: who else is free at the wished time. */
	otherStaff: { staffMemberId: string; name: string; isSenior: boolean }[]
}

const OFFERED_TIMES = 6
const DAYS_LOOKED_AT = 7

/** The next best choices after a 'Booking Conflict'; empty lists when nothing is free for a week. */
export async function offerOtherTimes(
	deps: ReadVisitDeps,
	input: { draftId: string; wishedStartAt: Instant; now: Instant },
): Promise<OtherTimes> {
	const { draftId, wishedStartAt, now } = input
	const days = { firstDate: dateOfInstant(Math.max(wishedStartAt, now), -1), dayCount: DAYS_LOOKED_AT }
	const visit = await readVisitWithCalendar(deps, { draftId, ...days, now })
	if (!visit) return { startsAt: [], otherStaff: [] }
	const search = slotSearchOf(visit, days, now)
	const nearest = nearestSlots(openSlots(search), wishedStartAt, OFFERED_TIMES)

	const [segment, ...furtherSegments] = search.segments
	const colleagues =
		furtherSegments.length === 0 ? visit.calendar.staff.filter((member) => !member.isChosen) : []
	const otherStaff = colleagues.filter(({ staffMemberId }) => {
		if (!segment) return false
		return slotAt({ ...search, segments: [{ ...segment, staffMemberIds: [staffMemberId] }] }, wishedStartAt)
			.ok
	})
	return {
		startsAt: nearest.map((slot) => slot.startsAt),
		otherStaff: otherStaff.map(({ staffMemberId, name, isSenior }) => ({ staffMemberId, name, isSenior })),
	}
}
