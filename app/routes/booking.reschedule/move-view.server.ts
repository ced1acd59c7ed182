import { type WeekOfTimes, weekView } from '#app/domain/availability/week-view.server.ts'
import type { Appointment } from '#app/domain/booking/appointment-repository.server.ts'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import {
	isAhead,
	isFreeToCancel,
	mayMove,
	movableUntil,
	refundableUntilAfterMove,
} from '#app/domain/booking/cancellation-policy.ts'
import { confirmationPath, reschedulePath } from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'

/** What the page of moving draws: the times, or why there are none to choose. */
export function moveView(
	{ appointment, ...week }: WeekOfTimes & { appointment: Appointment },
	token: string,
	now: Instant,
) {
	const { shop } = appointment
	const labelOf = (at: Instant) => momentLabelAt(shop.timeZone, at)
	const { rescheduleCutoffMinutes } = shop
	const untilLabel = labelOf(movableUntil(appointment.startsAt, rescheduleCutoffMinutes))
	const isLate = isAhead(appointment, now) && !mayMove(appointment, rescheduleCutoffMinutes, now)
	const people = appointment.services.map(({ name, staffName }) => `${name} with ${staffName}`)
	return {
		nowLabel: labelOf(appointment.startsAt),
		startsAt: String(appointment.startsAt),
		shopName: shop.name,
		phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
		summary: `${people.join(', ')} · ${durationLabel(appointment.durationMinutes)} · ${zonePlace(shop.timeZone)} time`,
		isAhead: isAhead(appointment, now),
		/** Why there is nothing to choose. */
		problem: isLate
			? {
					title: bookingRefusals.too_late_to_move.title,
					text: `A visit can be moved until ${durationLabel(rescheduleCutoffMinutes)} before it begins: this one until ${untilLabel}. It stays as it is.`,
				}
			: isAhead(appointment, now)
				? null
				: {
						title: bookingRefusals.appointment_not_ahead.title,
						text: bookingRefusals.appointment_not_ahead.text,
					},
		...refundPolicy({ appointment, ...week }, labelOf, now),
		bookingPage: confirmationPath(token),
		movePage: reschedulePath(token),
		week: weekView(week, `?visit=${token}&`),
	}
}

export type MoveView = ReturnType<typeof moveView>

/** Until when cancelling is free once the visit is moved (S9): in general, and by the start that is chosen. */
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
	const policyOfAnyTime = `Free to cancel until ${durationLabel(shop.freeCancellationMinutes)} before the new time, and no later than ${labelOf(refundableUntilAt)}`
	const free = (chosen?.slots ?? []).filter((slot) => slot.free)
	const policies = free.map(({ startsAt }) => {
		const untilAt = refundableUntilAfterMove(refundableUntilAt, startsAt, shop.freeCancellationMinutes)
		if (untilAt === refundableUntilAt) return [startsAt, asBefore] as const
		const text = isFreeToCancel(untilAt, now)
			? `Free to cancel until ${labelOf(untilAt)}: the new time is nearer`
			: 'Cancelling is no longer free after this move: the new time is too near'
		return [startsAt, text] as const
	})
	const isAsBefore = policies.every(([, text]) => text === asBefore)
	return {
		policy: isAsBefore ? asBefore : policyOfAnyTime,
		policyOfAnyTime,
		policies: isAsBefore ? {} : Object.fromEntries(policies),
	}
}
