import { nearestSlots } from '#app/domain/availability/day-slots.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { hasDetails } from '#app/domain/booking/draft/draft.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { clockLabelAt, clockOrMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import {
	moveSearch,
	type ReadAppointmentDeps,
	readAppointment,
	type WantedStaff,
} from './read-appointment.server.ts'
import { draftSearch, type ReadDraftDeps, readDraftTimes } from './read-draft.server.ts'

/** Alternatives to a taken start, best first (C37). */
export type OtherTimes = {
	/** 'Cornrows at Adé Hair Studio'. */
	what: string
	/** '2:30 PM' and 'Tue 24 Nov, 2:30 PM', on the shop's clock. */
	requested: { startsAt: Instant; label: string; whenLabel: string }
	/** The nearest with the same choice of staff: '3:00 PM', or 'Wed 25 Nov, 9:00 AM'. */
	times: { startsAt: Instant; label: string }[]
	/** Others who are free at that start, for one service with a named person. */
	otherStaff: { staffMemberId: string; name: string; isSenior: boolean }[]
	hasDetails: boolean
}

const OFFERED_TIMES = 6
export const DAYS_LOOKED_AT = 7

/** Alternatives to a draft's start: empty when nothing is free for a week, null without a draft. */
export async function offerOtherTimes(
	deps: Pick<ReadDraftDeps, 'booking' | 'availability'>,
	input: { draftId: string; requestedStartAt: Instant; now: Instant },
): Promise<OtherTimes | null> {
	const { draftId, requestedStartAt, now } = input
	const days = daysAround(requestedStartAt, now)
	const found = await readDraftTimes(deps, { draftId, ...days, now })
	if (!found) return null
	const search = draftSearch(found, days, now)

	const [segment, ...furtherSegments] = search.segments
	const colleagues =
		furtherSegments.length === 0 ? found.calendar.staff.filter((member) => !member.isChosen) : []
	const otherStaff = colleagues.filter(({ staffMemberId }) => {
		if (!segment) return false
		return slotAt(
			{ ...search, segments: [{ ...segment, staffMemberIds: [staffMemberId] }] },
			requestedStartAt,
		).ok
	})
	return {
		what: servicesAtShop(found.draft.services, found.shop),
		...nearestTimes(search, found.shop.timeZone, requestedStartAt),
		otherStaff: otherStaff.map(({ staffMemberId, name, isSenior }) => ({ staffMemberId, name, isSenior })),
		hasDetails: hasDetails(found.draft),
	}
}

/** Alternatives to the start of a move, without the appointment's own. */
export async function offerOtherTimesToMove(
	deps: ReadAppointmentDeps,
	input: { appointmentId: string; requestedStartAt: Instant; staff?: WantedStaff; now: Instant },
): Promise<OtherTimes | null> {
	const { appointmentId, requestedStartAt, staff = null, now } = input
	const days = daysAround(requestedStartAt, now)
	const found = await readAppointment(deps, { appointmentId, ...days, now })
	if (!found) return null
	const { appointment } = found
	const { requested, times } = nearestTimes(
		moveSearch(found, days, now, staff),
		appointment.shop.timeZone,
		requestedStartAt,
	)
	return {
		what: servicesAtShop(appointment.services, appointment.shop),
		requested,
		times: times.filter(({ startsAt }) => startsAt !== appointment.startsAt),
		otherStaff: [],
		hasDetails: false,
	}
}

/** The days to search for alternatives; one day earlier covers every zone. */
export function daysAround(requestedStartAt: Instant, now: Instant) {
	return { firstDate: dateOfInstant(Math.max(requestedStartAt, now), -1), dayCount: DAYS_LOOKED_AT }
}

function servicesAtShop(services: readonly { name: string }[], shop: { name: string }): string {
	return `${services.map(({ name }) => name).join(', ')} at ${shop.name}`
}

export function inOrderOfTime(times: OtherTimes['times']): OtherTimes['times'] {
	return [...times].sort((a, b) => a.startsAt - b.startsAt)
}

/** The nearest free starts, labelled on the shop's clock. */
export function nearestTimes(
	search: SlotSearch,
	zone: ZoneName,
	requestedStartAt: Instant,
): Pick<OtherTimes, 'requested' | 'times'> {
	return {
		requested: {
			startsAt: requestedStartAt,
			label: clockLabelAt(zone, requestedStartAt),
			whenLabel: momentLabelAt(zone, requestedStartAt),
		},
		times: nearestSlots(openSlots(search), requestedStartAt, OFFERED_TIMES).map(({ startsAt }) => ({
			startsAt,
			label: clockOrMomentLabelAt(zone, startsAt, requestedStartAt),
		})),
	}
}
