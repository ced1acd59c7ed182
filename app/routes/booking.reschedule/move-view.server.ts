import { monthOf } from '#app/domain/availability/month-view.server.ts'
import { type WeekOfTimes, weekView } from '#app/domain/availability/week-view.server.ts'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import {
	isAhead,
	isFreeToCancel,
	mayMove,
	movableUntil,
	refundableUntilAfterMove,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import type { AppointmentWithCalendar, WantedStaff } from '#app/flows/booking/read-appointment.server.ts'
import type { MoveTimes } from '#app/flows/booking/read-times.server.ts'
import { confirmationPath, moveMonthPath, reschedulePath } from '#app/kernel/booking-paths.ts'
import { durationLabel, timeBefore } from '#app/kernel/civil.ts'
import { nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'

/** The free times, or why there are none. */
export function moveView(
	{ segments, calendar, ...times }: MoveTimes,
	{ token, staff }: { token: string; staff: WantedStaff },
	now: Instant,
) {
	const { appointment, ...week } = times
	const { shop } = appointment
	const strip = weekView(week, `?visit=${token}&${withQuery(staff, '&')}`)
	const people = peopleToChoose({ segments, calendar }, { token, staff, day: strip.here })
	const wantedName = people.find(({ isChosen }) => isChosen)?.name
	const month = monthOf(week.chosen?.date ?? week.days[0]?.date ?? week.today)
	const formatMoment = (at: Instant) => nearMomentWordsAt(shop.timeZone, at, now)
	const { rescheduleCutoffMinutes } = shop
	const untilLabel = formatMoment(movableUntil(appointment.startsAt, rescheduleCutoffMinutes))
	const isLate = isAhead(appointment, now) && !mayMove(appointment, rescheduleCutoffMinutes, now)
	const services = appointment.services.map(
		({ name, staffName }) => `${name} with ${wantedName ?? staffName}`,
	)
	return {
		nowLabel: formatMoment(appointment.startsAt),
		startsAt: String(appointment.startsAt),
		shopName: shop.name,
		phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
		summary: `${services.join(', ')} · ${durationLabel(appointment.durationMinutes)} · ${zonePlace(shop.timeZone)} time`,
		isAhead: isAhead(appointment, now),
		problem: isLate
			? {
					title: customerWords('too_late_to_move').title,
					text: `Visits can be moved until ${timeBefore(rescheduleCutoffMinutes, 'they start')}: this one until ${untilLabel}. Nothing was changed.`,
				}
			: isAhead(appointment, now)
				? null
				: {
						title: customerWords('appointment_not_ahead').title,
						text: customerWords('appointment_not_ahead').text,
					},
		...refundPolicy({ appointment, ...week }, formatMoment, now),
		bookingPage: confirmationPath(token),
		movePage: reschedulePath(token, withQuery(staff)),
		monthPage: moveMonthPath(token, `${withQuery(staff, '&')}${strip.here}&month=${month}`),
		people,
		/** Another person may take over at the same start. */
		mayKeepStart: people.some(({ isChosen, isOther }) => isChosen && isOther),
		whenNothingIsFree:
			people.length > 1 ? 'Please choose someone else, or call the shop.' : 'Please call the shop.',
		week: strip,
	}
}

export type MoveView = ReturnType<typeof moveView>

/**
 * Staff for the new time (D63): the current ones, anyone, and for a single service each other person who does it. One
 * entry if there is no choice.
 */
function peopleToChoose(
	{ segments, calendar }: Pick<AppointmentWithCalendar, 'segments' | 'calendar'>,
	{ token, staff, day }: { token: string; staff: WantedStaff; day: string },
) {
	const [segment, ...further] = segments
	const others = calendar.staff.filter(
		({ position, staffMemberId }) => staffMemberId !== segments[position]?.staffMemberId,
	)
	const present = calendar.staff.find(
		({ position, staffMemberId }) => position === 0 && staffMemberId === segment?.staffMemberId,
	)
	const entry = (id: WantedStaff, label: string, name: string | null) => ({
		label,
		name,
		isOther: id !== null && id !== 'any',
		isChosen: staff === id,
		to: reschedulePath(token, withQuery(id, '&') + day),
	})
	return [
		entry(null, further.length === 0 && present ? present.name : 'The same people', null),
		...(others.length > 0 ? [entry('any', 'Anyone', 'anyone')] : []),
		...(further.length === 0
			? others.map(({ staffMemberId, name }) => entry(staffMemberId, name, name))
			: []),
	]
}

/** The choice as a query; '' for the current staff. */
function withQuery(staff: WantedStaff, end = ''): string {
	return staff === null ? '' : `with=${staff}${end}`
}

/** Until when cancelling is free after the move (D31): in general, and for each free start. */
function refundPolicy(
	{ appointment, chosen }: Pick<WeekOfTimes, 'chosen'> & { appointment: Appointment },
	labelOf: (at: Instant) => string,
	now: Instant,
) {
	const { refundableUntilAt, shop } = appointment
	if (!isFreeToCancel(refundableUntilAt, now)) {
		const kept = 'Your price and payment stay the same'
		return { policy: kept, policyOfAnyTime: kept, policies: {} }
	}
	const asBefore = `Free to cancel until ${labelOf(refundableUntilAt)} (unchanged)`
	const policyOfAnyTime = `Free to cancel until ${timeBefore(shop.freeCancellationMinutes, 'the new time')}, and no later than ${labelOf(refundableUntilAt)}`
	const free = (chosen?.slots ?? []).filter((slot) => slot.free)
	const policies = free.map(({ startsAt }) => {
		const untilAt = refundableUntilAfterMove(refundableUntilAt, startsAt, shop.freeCancellationMinutes)
		if (untilAt === refundableUntilAt) return [startsAt, asBefore] as const
		const text = isFreeToCancel(untilAt, now)
			? `Free to cancel until ${labelOf(untilAt)}: the new time is sooner`
			: 'Cancelling is no longer free after this move: the new time is too soon'
		return [startsAt, text] as const
	})
	const isAsBefore = policies.every(([, text]) => text === asBefore)
	return {
		policy: isAsBefore ? asBefore : policyOfAnyTime,
		policyOfAnyTime,
		policies: isAsBefore ? {} : Object.fromEntries(policies),
	}
}
