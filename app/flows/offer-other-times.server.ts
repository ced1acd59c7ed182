import { nearestSlots } from '#app/domain/availability/nearest-slots.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { clockLabel, dateOfInstant, shortDateLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { moveSearchOf, type ReadBookedVisitDeps, readBookedVisit } from './read-booked-visit.server.ts'
import { type ReadVisitDeps, readVisitWithCalendar, slotSearchOf } from './read-visit.server.ts'

/** What a customer whose time is gone can take instead, best first (spec 3, "Order of guards for a taken slot"). */
export type OtherTimes = {
	/** The time that is gone, on the shop's clock: '2:30 PM'. */
	wished: { startsAt: Instant; label: string }
	/** The nearest free starts with the same choice of staff: '3:00 PM', or 'Wed 25 Nov, 9:00 AM' on another day. */
	times: { startsAt: Instant; label: string }[]
	/** For a visit of one service with somebody by name: who else is free at the wished time. */
	otherStaff: { staffMemberId: string; name: string; isSenior: boolean }[]
}

const OFFERED_TIMES = 6
export const DAYS_LOOKED_AT = 7

/** The next best choices after a 'Booking Conflict'; empty lists when nothing is free for a week; null without a draft. */
export async function offerOtherTimes(
	deps: ReadVisitDeps,
	input: { draftId: string; wishedStartAt: Instant; now: Instant },
): Promise<OtherTimes | null> {
	const { draftId, wishedStartAt, now } = input
	const days = daysAround(wishedStartAt, now)
	const visit = await readVisitWithCalendar(deps, { draftId, ...days, now })
	if (!visit) return null
	const search = slotSearchOf(visit, days, now)

	const [segment, ...furtherSegments] = search.segments
	const colleagues =
		furtherSegments.length === 0 ? visit.calendar.staff.filter((member) => !member.isChosen) : []
	const otherStaff = colleagues.filter(({ staffMemberId }) => {
		if (!segment) return false
		return slotAt({ ...search, segments: [{ ...segment, staffMemberIds: [staffMemberId] }] }, wishedStartAt)
			.ok
	})
	return {
		...nearestTimes(search, visit.shop.timeZone, wishedStartAt),
		otherStaff: otherStaff.map(({ staffMemberId, name, isSenior }) => ({ staffMemberId, name, isSenior })),
	}
}

/** The same for a visit that is being moved; its own time is left out, because it is where the visit stays. */
export async function offerOtherTimesToMove(
	deps: ReadBookedVisitDeps,
	input: { appointmentId: string; wishedStartAt: Instant; now: Instant },
): Promise<OtherTimes | null> {
	const { appointmentId, wishedStartAt, now } = input
	const days = daysAround(wishedStartAt, now)
	const found = await readBookedVisit(deps, { appointmentId, ...days, now })
	if (!found) return null
	const { visit } = found
	const { wished, times } = nearestTimes(moveSearchOf(found, days, now), visit.shop.timeZone, wishedStartAt)
	return { wished, times: times.filter(({ startsAt }) => startsAt !== visit.startsAt), otherStaff: [] }
}

/** The days in which other times are looked for: from the wished one on, and the one before it, which covers every zone. */
export function daysAround(wishedStartAt: Instant, now: Instant) {
	return { firstDate: dateOfInstant(Math.max(wishedStartAt, now), -1), dayCount: DAYS_LOOKED_AT }
}

/** The nearest free starts in some days, and how the wished one and they read on the shop's clock. */
export function nearestTimes(
	search: SlotSearch,
	zone: ZoneName,
	wishedStartAt: Instant,
): Omit<OtherTimes, 'otherStaff'> {
	const wished = civilAt(zone, wishedStartAt)
	const labelOf = (startsAt: Instant) => {
		const { date, minute } = civilAt(zone, startsAt)
		return date === wished.date ? clockLabel(minute) : `${shortDateLabel(date)}, ${clockLabel(minute)}`
	}
	return {
		wished: { startsAt: wishedStartAt, label: clockLabel(wished.minute) },
		times: nearestSlots(openSlots(search), wishedStartAt, OFFERED_TIMES).map(({ startsAt }) => ({
			startsAt,
			label: labelOf(startsAt),
		})),
	}
}
